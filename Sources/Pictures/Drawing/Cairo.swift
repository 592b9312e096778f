import CCairo
import Glibc
import Platform
import Product

/// The functions of cairo, looked up by name in the library.
package struct Cairo {
  let createSurface: cairo_image_surface_create_fn
  let surfaceData: cairo_image_surface_get_data_fn
  let surfaceStride: cairo_image_surface_get_stride_fn
  let surfaceStatus: cairo_surface_status_fn
  let flush: cairo_surface_fn, markDirty: cairo_surface_fn, destroySurface: cairo_surface_fn
  let create: cairo_create_fn
  let destroy: cairo_fn
  let status: cairo_status_fn
  let text: cairo_status_to_string_fn
  let setSourceRGB: cairo_set_source_rgb_fn
  let setLineWidth: cairo_set_number_fn
  let setLineCap: cairo_set_choice_fn, setLineJoin: cairo_set_choice_fn
  let moveTo: cairo_point_fn, lineTo: cairo_point_fn
  let closePath: cairo_fn, stroke: cairo_fn, fill: cairo_fn, paint: cairo_fn
  let arc: cairo_arc_fn

  /// Loads the library, which stays until the process ends.
  ///
  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Throws: ``UserError`` if there is no such library, or if it lacks a function.
  package init(library: String = "libcairo.so.2") throws(UserError) {
    guard let library = LoadedLibrary(library) else { throw Self.unavailable() }
    func find<Function>(_ name: String) throws(UserError) -> Function {
      guard let function: Function = library.function(name) else { throw Self.unavailable() }
      return function
    }
    createSurface = try find("cairo_image_surface_create")
    surfaceData = try find("cairo_image_surface_get_data")
    surfaceStride = try find("cairo_image_surface_get_stride")
    surfaceStatus = try find("cairo_surface_status")
    flush = try find("cairo_surface_flush")
    markDirty = try find("cairo_surface_mark_dirty")
    destroySurface = try find("cairo_surface_destroy")
    create = try find("cairo_create")
    destroy = try find("cairo_destroy")
    status = try find("cairo_status")
    text = try find("cairo_status_to_string")
    setSourceRGB = try find("cairo_set_source_rgb")
    setLineWidth = try find("cairo_set_line_width")
    setLineCap = try find("cairo_set_line_cap")
    setLineJoin = try find("cairo_set_line_join")
    moveTo = try find("cairo_move_to")
    lineTo = try find("cairo_line_to")
    closePath = try find("cairo_close_path")
    stroke = try find("cairo_stroke")
    fill = try find("cairo_fill")
    paint = try find("cairo_paint")
    arc = try find("cairo_arc")
  }

  private static func unavailable() -> UserError {
    UserError(
      "cairo, which draws, cannot be loaded: \(String(cString: dlerror()))", fix: .command("sudo apt install libcairo2"),
      exitStatus: .unavailable)
  }
}
