# Two commands work on a fresh Debian 12 with Swift: `make run` and `make test`.
SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# The camera when there is one, the rendered hand otherwise.
SOURCE ?= $(if $(wildcard /dev/video*),auto,synthetic)

# Installing into the running system takes root; staging into DESTDIR does not.
SUDO := $(if $(DESTDIR)$(filter 0,$(shell id -u)),,sudo)
STATIC := .build/static
LIB := $(DESTDIR)$(PREFIX)/lib
SHARE := $(DESTDIR)$(PREFIX)/share
DOC := $(SHARE)/doc/swiped
PROGRAMS := swiped swipectl landmarks
# What scripts/manual makes, below share/.
MANUAL := $(PROGRAMS:%=man/man1/%.1) man/man5/swiped.toml.5 man/man7/swiped-protocol.7 \
  $(PROGRAMS:%=bash-completion/completions/%) $(PROGRAMS:%=zsh/site-functions/_%) $(PROGRAMS:%=fish/vendor_completions.d/%.fish)
UNITS := swiped.service swiped.socket

# How long `make fuzz` and each line of `make bench-socket` run.
SECONDS := 60

.DEFAULT_GOAL := help
.PHONY: help setup build manual run test test-desktop fuzz bench bench-socket lint install uninstall clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## Debian packages, inference runtime and models; seconds when nothing is to do
	@scripts/setup

build: setup ## the three programs, into .build/release
	@command -v swift >/dev/null || { echo "build: there is no swift on PATH; install Swift 6.2 or later from https://swift.org/install" >&2; exit 69; }
	swift build -c release

manual: build ## the manual pages and the shells' completions, into .build/share: man -l .build/share/man/man1/swiped.1
	scripts/manual .build/release .build/share

run: build ## the daemon, printing its events; SOURCE=auto|DEVICE|synthetic|y4m:PATH
	.build/release/swiped run --events --source $(SOURCE)

test: ## every test that needs no desktop; TEST_FLAGS='--filter NAME' for some
	@scripts/test $(TEST_FLAGS)

test-desktop: setup ## the installed service in virtual machines with a desktop and cameras
	Tests/Desktop/run

fuzz: setup ## damaged input for the readers of requests and of the configuration; SECONDS=60
	@scripts/fuzz $(SECONDS)

bench: build ## accuracy against MediaPipe, then stages, CPU time, latency and memory beside it; BENCH_FLAGS='--rounds 5 --loaded --video-minutes 60'
	@scripts/setup --bench
	@.build/release/bench-accuracy
	@Benchmarks/beside-mediapipe $(BENCH_FLAGS)

bench-socket: setup ## how soon 1, 16 and 64 subscribers hear of swipes; SECONDS=60 for each kind of audience
	swift build -c release --product bench-socket
	@.build/release/bench-socket --seconds $(SECONDS) --json Benchmarks/socket.json

lint: ## the formatter's findings, which are errors
	swift format lint --strict -r $(wildcard Package.swift Sources Tests Benchmarks Fuzz)

install: setup ## into PREFIX (/usr/local or /usr), under DESTDIR; asks sudo for the copying alone
	@case '$(PREFIX)' in /usr|/usr/local) ;; *) \
	  echo "install: PREFIX is '$(PREFIX)', where systemd and udev do not look; use /usr/local or /usr" >&2; exit 64 ;; esac
	swift build -c release --static-swift-stdlib --scratch-path $(STATIC)
	$(SUDO) install -D -s -t $(DESTDIR)$(PREFIX)/bin $(PROGRAMS:%=$(STATIC)/release/%)
# Removed first: a running daemon keeps the libraries it has mapped, while writing into them would end it.
	$(SUDO) rm -rf $(LIB)/swiped
	$(SUDO) install -d $(LIB)/swiped $(LIB)/systemd/user
	$(SUDO) cp -R --no-preserve=ownership .deps/. $(LIB)/swiped
	$(SUDO) chmod -R a+rX $(LIB)/swiped
	sed -E 's|^(Exec[A-Za-z]+=)/usr/|\1$(PREFIX)/|' systemd/swiped.service | $(SUDO) install -m 644 /dev/stdin $(LIB)/systemd/user/swiped.service
	$(SUDO) install -m 644 -t $(LIB)/systemd/user systemd/swiped.socket
	$(SUDO) install -D -m 644 -t $(LIB)/udev/rules.d config/70-swiped.rules
	$(SUDO) install -D -m 644 config/modules-load.conf $(LIB)/modules-load.d/swiped.conf
	$(SUDO) install -D -m 644 -t $(DOC) LICENSE THIRD-PARTY.md $(wildcard README.md config/*.toml config/*.json)
	scripts/manual $(STATIC)/release $(STATIC)/share
	for file in $(MANUAL); do $(SUDO) install -D -m 644 $(STATIC)/share/$$file $(SHARE)/$$file || exit; done
ifeq ($(DESTDIR),)
	-$(SUDO) modprobe uinput
	-$(SUDO) udevadm control --reload && $(SUDO) udevadm trigger --action=change --sysname-match=uinput
	@echo "Installed. As the user who swipes: systemctl --user daemon-reload && systemctl --user enable --now swiped"
endif

uninstall: ## what install put there; first, as the user: systemctl --user disable --now swiped.socket swiped
	$(SUDO) rm -rf $(PROGRAMS:%=$(DESTDIR)$(PREFIX)/bin/%) $(LIB)/swiped $(UNITS:%=$(LIB)/systemd/user/%) \
	  $(LIB)/udev/rules.d/70-swiped.rules $(LIB)/modules-load.d/swiped.conf $(DOC) \
	  $(MANUAL:%=$(SHARE)/%)

clean: ## the builds; .deps stays
	rm -rf .build
