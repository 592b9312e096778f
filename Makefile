# On a fresh Debian 12 with Swift and make, start with `make run` or `make test`. `make` lists all commands.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# The camera if there is one, the rendered hand otherwise.
SOURCE ?= $(if $(wildcard /dev/video*),auto,synthetic)
# Tests run and install those of another build.
SWIPED_PROGRAMS ?= .build/release

# A text as one word for the shell, and a variable as it was given, with its dollar signs.
quoted = '$(subst ','\'',$(1))'
given = $(call quoted,$(if $(filter command environment,$(firstword $(origin $(1)))),$(value $(1)),$($(1))))

# Installing into the running system requires root; staging into DESTDIR does not.
SUDO := $(if $(DESTDIR)$(filter 0,$(shell id -u)),,sudo)
# Words for the shell, like those made of them.
ROOT := $(call quoted,$(DESTDIR)$(PREFIX))
LIB := $(ROOT)/lib
SHARE := $(ROOT)/share
DOC := $(SHARE)/doc/swiped
PROGRAMS := swiped swipectl landmarks
# Where scripts/manual generates, and what.
GENERATED ?= .build/share
MANUAL := $(PROGRAMS:%=man/man1/%.1) man/man5/swiped.toml.5 man/man7/swiped-protocol.7 \
  $(PROGRAMS:%=bash-completion/completions/%) $(PROGRAMS:%=zsh/site-functions/_%) $(PROGRAMS:%=fish/vendor_completions.d/%.fish)
# What of .deps the daemon needs. The models of bodies and faces would be a tenth of the installation.
RUNTIME := SHA256SUMS licenses models pins runtime
# Models of bodies and faces of which only parts are loaded.
UNCUT := $(addprefix .deps/vision-models/,pose_landmark_full.tflite face_landmark_with_attention.tflite)
# What share/doc has to read.
GUIDES := README.md $(wildcard Documentation/*.md)
UNITS := swiped.service swiped.socket swiped-mqtt.service
# For menus of applications, panels and software centers, below share/.
DESKTOP := io.github.swiped.desktop
METAINFO := io.github.swiped.metainfo.xml
EXTENSIONS := $(addprefix gnome-shell/extensions/,swiped@swiped.github.io swiped-43@swiped.github.io)
ICONS := $(shell cd config/icons && find . -name '*.svg' -o -name '*.png' | sed 's,^\./,,' | sort)
# Running desktops search a folder again that is newer than they know. Packages have triggers for that.
REFRESH_ICONS = $(SUDO) touch $(SHARE)/icons/hicolor; \
  [ ! -e $(SHARE)/icons/hicolor/icon-theme.cache ] || $(SUDO) gtk-update-icon-cache -q -t -f $(SHARE)/icons/hicolor
# The address of the folder Documentation/screenshots, for software centers. Without it, the installed description has none.
SCREENSHOTS ?=
COMMA := ,
# The modules of the library products.
DOCUMENTED := Hands Landmarks Bodies EventProtocol EventSocket SwipedTestKit

# Duration of `make fuzz`, and of each row of `make bench-socket`.
SECONDS := 60

.DEFAULT_GOAL := help
.PHONY: help setup build manual docs run demo test test-long test-browser test-decoders test-engines test-focus test-home-assistant test-desktop check lint fuzz bench bench-gestures rates train-look public-corpus bench-pictures bench-hands bench-distance bench-fairness bench-page bench-socket check-prefix install install-vision uninstall deb clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-19s %s\n", $$1, $$2 }' Makefile

setup: ## install Debian packages, the inference runtime and the models; seconds when nothing is missing
	@scripts/setup

build: setup ## build swiped, swipectl and landmarks into .build/release
	@scripts/build

manual: build ## generate manual pages and shell completions in .build/share; read one with man -l .build/share/man/man1/swiped.1
	scripts/manual $(call quoted,$(SWIPED_PROGRAMS)) $(call quoted,$(GENERATED))

docs: build ## generate the documentation of the libraries in .build/docs, and the picture of a person in Documentation/pictures.md
	scripts/docs/people-picture
	SWIPED_DOCS=1 swift package --allow-writing-to-directory .build/docs generate-documentation --output-path .build/docs \
	  --enable-experimental-combined-documentation $(DOCUMENTED:%=--target %)
	@echo "docs: run python3 -m http.server -d .build/docs, then open http://localhost:8000/documentation"

# The keys of the rendered hand, which nobody controls, would go to any window.
run: build ## run the daemon, and show its swipes and the height of the thumb; SOURCE=auto|DEVICE|synthetic|y4m:FILE|trace:FILE
	@$(call quoted,$(SWIPED_PROGRAMS))/swiped run --watch $(if $(filter synthetic%,$(firstword $(SOURCE))),--no-keys) --source $(call given,SOURCE)

demo: build ## open the app's page with a daemon of its own; SOURCE as for run, DEMO_FLAGS='--no-open --deck FOLDER'
	@scripts/demo $(call given,SOURCE) $(DEMO_FLAGS)

test: ## run the tests that take seconds each; TEST_FLAGS='--filter NAME' selects Swift tests; 8 minutes in a fresh clone
	@scripts/test $(TEST_FLAGS)

test-long: ## run every test that needs no desktop; TEST_FLAGS as for test; 25 minutes
	@scripts/test --long $(TEST_FLAGS)

test-browser: build ## test the app's page in Chromium; BROWSER_FLAGS='test_cards test_deck' selects some
	Tests/Browser/run $(BROWSER_FLAGS)

test-decoders: setup ## compare what is decoded of JPEG and PNG with other decoders
	@scripts/setup --decoders
	@scripts/build --tests
	@Tests/Decoders/run

test-engines: build ## run landmarks in GNU parallel and Apache Spark, and kill some; downloads 400 MB once; ENGINE_FLAGS='--pictures 200'
	@scripts/setup --engines
	@Tests/Engines/run $(ENGINE_FLAGS)

test-focus: build ## watch which application is in front on i3, openbox, sway, KWin and GNOME Shell; FOCUS_FLAGS='Desktops.test_sway'
	@scripts/setup --focus
	@Tests/Focus/run $(FOCUS_FLAGS)

test-home-assistant: build ## run Home Assistant with the bridge to a broker; downloads 300 MB once
	@scripts/setup --home-assistant
	@Tests/Bridge/home-assistant

test-desktop: setup ## test the installed service in virtual machines with cameras and keyboards; DESKTOP_FLAGS='NAME...' selects some
	Tests/Desktop/run $(DESKTOP_FLAGS)

fuzz: setup ## fuzz everything that reads untrusted input; SECONDS=60
	@scripts/fuzz $(SECONDS)

bench: build ## measure accuracy, CPU time, latency and memory beside MediaPipe; BENCH_FLAGS='--rounds 5 --loaded --video-minutes 60'
	@scripts/setup --bench
	@scripts/build bench-accuracy bench-frames bench-line
	@.build/release/bench-accuracy
	@Benchmarks/beside-mediapipe $(BENCH_FLAGS)

bench-pictures: setup ## measure CPU time and memory of hands, bodies and faces in pictures beside MediaPipe; PICTURE_FLAGS='--rounds 5'
	@scripts/setup --bench
	@scripts/build bench-pictures
	@Benchmarks/pictures-beside-mediapipe $(PICTURE_FLAGS)

bench-gestures: setup ## measure how well gestures are recognized, and false swipes an hour; three minutes
	@scripts/build bench-gestures
	@.build/release/bench-gestures Documentation/false-swipes.svg

rates: build ## count false swipes an hour and missed thumbs on public footage, of swiped, MediaPipe and others; RATES_FLAGS='--missing'; ten minutes
	@scripts/setup --bench
	@Benchmarks/rates $(RATES_FLAGS)

train-look: setup ## learn again how a hand looks that shows a thumb, from labeled hands; half a minute
	@scripts/build train-look
	@.build/release/train-look Sources/Gestures/ThumbLookNumbers.swift

public-corpus: setup ## render the hands of Tests/Corpus again, which are committed; seconds
	@scripts/build public-corpus
	@.build/release/public-corpus Tests/Corpus

bench-hands: build ## measure two hands in view: thumbs beside another hand, and how soon a raised hand is found; four minutes
	@scripts/build bench-hands
	@.build/release/bench-hands

bench-distance: build ## measure from how far away thumbs swipe, and how soon they are found; DISTANCE_FLAGS='--whole --min-hand-size 0'; five minutes
	@scripts/build bench-distance
	@.build/release/bench-distance $(DISTANCE_FLAGS)

bench-fairness: build ## measure thumbs and other hands by tone of skin, side, face of the hand and light; six minutes
	@scripts/build bench-fairness
	@.build/release/bench-fairness

bench-page: build ## measure the CPU time of the app that is open in a browser; six minutes
	@scripts/setup --bench
	@Benchmarks/page

bench-socket: setup ## measure the delay of events with 1, 16 and 64 subscribers; SECONDS=60 for each
	@scripts/build bench-socket
	@.build/release/bench-socket --seconds $(SECONDS) --json Benchmarks/socket.json

check: setup ## check imports against Package.swift and ARCHITECTURE.md, and facts that several files repeat; seconds
	@scripts/check

lint: check ## check, then run the formatter in strict mode
	swift format lint --strict -r $(wildcard Package.swift Sources Tests Benchmarks Examples Fuzz)

check-prefix:
	@case $(call quoted,$(PREFIX)) in /usr|/usr/local) ;; *) \
	  echo "make: PREFIX "$(call quoted,$(PREFIX))": systemd and udev do not search there; use /usr/local or /usr" >&2; exit 64 ;; esac

install: check-prefix build ## build and install into PREFIX (/usr/local or /usr), below DESTDIR; uses sudo only to copy
	$(SUDO) install -D -s $(call quoted,$(SWIPED_PROGRAMS))/swiped $(ROOT)/bin/swiped
	for name in $(filter-out swiped,$(PROGRAMS)); do $(SUDO) ln -sf swiped $(ROOT)/bin/$$name || exit; done
# Removed first: a running daemon keeps the libraries that it has mapped; overwriting them would crash it.
	$(SUDO) rm -rf $(addprefix $(LIB)/swiped/,$(RUNTIME))
	$(SUDO) install -d $(LIB)/swiped $(LIB)/systemd/user
	$(SUDO) cp -R --no-preserve=ownership $(RUNTIME:%=.deps/%) $(LIB)/swiped
	$(SUDO) sed -i '\|  vision-models/|d' $(LIB)/swiped/SHA256SUMS
	$(SUDO) chmod -R a+rX $(LIB)/swiped
	for unit in $(UNITS); do sed -E 's|^(Exec[A-Za-z]+=)/usr/|\1$(PREFIX)/|' systemd/$$unit | \
	  $(SUDO) install -m 644 /dev/stdin $(LIB)/systemd/user/$$unit || exit; done
	$(SUDO) install -D -m 644 -t $(LIB)/udev/rules.d config/70-swiped.rules
	$(SUDO) install -D -m 644 config/modules-load.conf $(LIB)/modules-load.d/swiped.conf
	$(SUDO) install -D -m 644 -t $(DOC) LICENSE THIRD-PARTY.md $(wildcard config/*.toml config/*.json)
# All in one folder, so the links between them change.
	for page in $(GUIDES); do sed -E 's,\]\((Documentation|\.\./config|\.\.)/,](,g' $$page | \
	  $(SUDO) install -m 644 /dev/stdin $(DOC)/$${page##*/} || exit; done
	$(SUDO) install -D -m 644 -t $(DOC)/clients Documentation/clients/*
	$(SUDO) install -D -m 644 -t $(DOC)/panels Documentation/panels/*
	scripts/manual $(call quoted,$(SWIPED_PROGRAMS)) $(call quoted,$(GENERATED))
	for file in $(MANUAL); do $(SUDO) install -D -m 644 $(call quoted,$(GENERATED))/$$file $(SHARE)/$$file || exit; done
	$(SUDO) install -D -m 644 -t $(SHARE)/applications config/$(DESKTOP)
	for icon in $(ICONS); do $(SUDO) install -D -m 644 config/icons/$$icon $(SHARE)/icons/hicolor/$$icon || exit; done
	$(SUDO) scripts/gnome-extension 45 $(SHARE)/$(word 1,$(EXTENSIONS))
	$(SUDO) scripts/gnome-extension 43 $(SHARE)/$(word 2,$(EXTENSIONS))
	$(SUDO) install -d $(SHARE)/metainfo
	sed $(if $(SCREENSHOTS),'s|https://screenshots.invalid|$(SCREENSHOTS)|','/<screenshots>/$(COMMA)/<\/screenshots>/d') config/$(METAINFO) | \
	  $(SUDO) install -m 644 /dev/stdin $(SHARE)/metainfo/$(METAINFO)
ifeq ($(DESTDIR),)
	-$(REFRESH_ICONS)
	-$(SUDO) modprobe uinput
	-$(SUDO) udevadm control --reload && $(SUDO) udevadm trigger --action=change --sysname-match=uinput
	@echo "Installed. As the user who swipes: systemctl --user daemon-reload && systemctl --user enable --now swiped && swipectl setup"
endif

install-vision: setup ## also install the models with which landmarks finds bodies and faces, 13 MB
	$(SUDO) install -D -m 644 -t $(LIB)/swiped/vision-models $(filter-out $(UNCUT),$(wildcard .deps/vision-models/*))

uninstall: check-prefix ## remove what install installed; first run, as the user: systemctl --user disable --now swiped.socket swiped swiped-mqtt
	$(SUDO) rm -rf $(addprefix $(ROOT)/bin/,$(PROGRAMS)) $(LIB)/swiped $(addprefix $(LIB)/systemd/user/,$(UNITS)) \
	  $(LIB)/udev/rules.d/70-swiped.rules $(LIB)/modules-load.d/swiped.conf $(DOC) \
	  $(addprefix $(SHARE)/,$(MANUAL)) $(SHARE)/applications/$(DESKTOP) $(addprefix $(SHARE)/icons/hicolor/,$(ICONS)) $(SHARE)/metainfo/$(METAINFO) \
	  $(addprefix $(SHARE)/,$(EXTENSIONS))
ifeq ($(DESTDIR),)
	-$(REFRESH_ICONS)
endif

deb: build ## build the Debian packages swiped, swiped-runtime and swiped-vision into .build/deb
	@scripts/setup --packages
	rm -rf .build/deb && mkdir -p .build/deb
	DEB_RULES_REQUIRES_ROOT=no debian/rules binary
	debian/rules clean
	cd .build/deb && sha256sum *.deb

clean: ## remove all builds; .deps stays
	rm -rf .build
