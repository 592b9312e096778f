import Inference

/// The heads of the face landmark model with attention, which find lips, eyes and irises in cut-outs of the trunk's feature map.
struct FaceHeads: ~Copyable {
  private var lips: FaceHead, rightEye: FaceHead, leftEye: FaceHead

  /// - Parameters:
  ///   - features: the trunk's feature map.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the models.
  init(_ runtime: borrowing Runtime, features: UnsafeBufferPointer<Float>, threads: Int) throws {
    let lips = try FaceHead(.lips, runtime, features: features, threads: threads)
    let rightEye = try FaceHead(.rightEye, runtime, features: features, threads: threads)
    let leftEye = try FaceHead(.leftEye, runtime, features: features, threads: threads)
    self.lips = lips
    self.rightEye = rightEye
    self.leftEye = leftEye
  }

  /// Moves the mesh's points of lips and eyes, and appends the irises: five points of the person's right one, five of the left one.
  ///
  /// - Parameter mesh: points in pixels of the crop. Each head's cut-out is around its points of the trunk's mesh.
  mutating func refine(_ mesh: inout [SIMD3<Float>]) throws(InferenceError) {
    let trunk = mesh
    try lips.refine(&mesh, from: trunk)
    try rightEye.refine(&mesh, from: trunk)
    try leftEye.refine(&mesh, from: trunk)
  }
}

/// One head.
struct FaceHead: ~Copyable {
  private let scheme: FaceHeadScheme
  private let features: UnsafeBufferPointer<Float>
  private var model: CompiledModel
  /// x and y of each of the scheme's points, and of the iris.
  private let points: UnsafeBufferPointer<Float>, iris: UnsafeBufferPointer<Float>?

  init(_ scheme: FaceHeadScheme, _ runtime: borrowing Runtime, features: UnsafeBufferPointer<Float>, threads: Int) throws {
    let model = try runtime.compile(scheme.model, precision: .f32, threads: threads)
    let outputs = try model.outputs(
      of: "face landmark model's part", counts: [2 * scheme.points.count] + (scheme.irisPoints > 0 ? [2 * scheme.irisPoints] : []))
    self.scheme = scheme
    self.features = features
    self.model = model
    (points, iris) = (outputs[0], outputs.count > 1 ? outputs[1] : nil)
  }

  /// - Parameters:
  ///   - mesh: the points to move, to which those of the iris are appended.
  ///   - trunk: the trunk's mesh.
  mutating func refine(_ mesh: inout [SIMD3<Float>], from trunk: [SIMD3<Float>]) throws(InferenceError) {
    func place(_ index: Int) -> SIMD2<Float> { SIMD2(trunk[index].x, trunk[index].y) }
    let cutout = FaceCutout(around: scheme.points.map(place), level: place(scheme.level.start), place(scheme.level.end))
    cutout.sample(features, into: model.input)
    try model.infer()
    for (index, point) in scheme.points.enumerated() {
      let found = cutout.place(SIMD2(points[2 * index], points[2 * index + 1]))
      mesh[point] = SIMD3(found.x, found.y, trunk[point].z)
    }
    guard let iris else { return }
    // The head gives no depth; the first points of an eye are those of the lids.
    let depth = scheme.points.prefix(FaceHeadScheme.lidPoints).reduce(0) { $0 + trunk[$1].z } / Float(FaceHeadScheme.lidPoints)
    for index in 0..<scheme.irisPoints {
      let found = cutout.place(SIMD2(iris[2 * index], iris[2 * index + 1]))
      mesh.append(SIMD3(found.x, found.y, depth))
    }
  }
}
