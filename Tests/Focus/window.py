"""A window of an application: window.py ID. On SIGUSR1 it asks to come to the front."""
import signal, sys
import gi
gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

GLib.set_prgname(sys.argv[1])
Gdk.set_program_class(sys.argv[1])
window = Gtk.Window(title="a title that nobody reads")
window.set_default_size(200, 100)
window.connect("destroy", Gtk.main_quit)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: window.present() or True)
window.show_all()
Gtk.main()
