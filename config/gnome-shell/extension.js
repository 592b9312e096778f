// Reports the application in front to swiped, and shows swiped in the quick settings. For GNOME Shell 45 and later; for-43.sed makes the
// version for 43 and 44, whose extensions are no modules, of it.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import * as QuickSettings from 'resource:///org/gnome/shell/ui/quickSettings.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

const ICON = 'io.github.swiped-symbolic';
const INTERFACE = `
<node>
  <interface name="io.github.swiped.Shell1">
    <method name="Front">
      <arg type="s" direction="out" name="id"/>
      <arg type="s" direction="out" name="class"/>
    </method>
    <signal name="FrontChanged">
      <arg type="s" name="id"/>
      <arg type="s" name="class"/>
    </signal>
    <signal name="Ended"/>
  </interface>
</node>`;

// The application in front, on the session bus. Its id and its window's class alone: no title.
class FocusReport {
    constructor() {
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, '/io/github/swiped/Shell');
        this._tracker = Shell.WindowTracker.get_default();
        this._signals = [
            [this._tracker, this._tracker.connect('notify::focus-app', () => this._report())],
            [global.display, global.display.connect('notify::focus-window', () => this._report())],
        ];
        this._report();
    }

    // The method of the interface.
    Front() {
        const window = global.display.focus_window;
        if (!window)
            return ['', ''];
        // A window without a .desktop file has an id of the moment.
        const id = this._tracker.get_window_app(window)?.get_id() ?? '';
        return [id.endsWith('.desktop') ? id.slice(0, -8) : '', window.get_wm_class() ?? ''];
    }

    _report() {
        const front = this.Front();
        if (this._last && this._last[0] === front[0] && this._last[1] === front[1])
            return;
        this._last = front;
        this._object.emit_signal('FrontChanged', new GLib.Variant('(ss)', front));
    }

    destroy() {
        for (const [object, id] of this._signals)
            object.disconnect(id);
        this._signals = [];
        this._object.emit_signal('Ended', null);
        this._object.flush();
        this._object.unexport();
        this._object = null;
        this._tracker = null;
    }
}

// The connection to swiped's socket, while there is one.
class Daemon {
    // `changed` gets the status, and null when swiped has ended.
    constructor(changed) {
        this._changed = changed;
        this._lines = [];
        this._file = Gio.File.new_for_path(`${GLib.get_user_runtime_dir()}/swiped/swiped.sock`);
        this._cancellable = new Gio.Cancellable();
        // Where systemd makes the socket, it stays, and swiped only writes the file beside it when it starts.
        this._monitors = [this._file.get_path(), `${this._file.get_path()}.lock`].map(path => {
            const monitor = Gio.File.new_for_path(path).monitor_file(Gio.FileMonitorFlags.NONE, this._cancellable);
            const id = monitor.connect('changed', (_monitor, _file, _other, event) => {
                if (event === Gio.FileMonitorEvent.CREATED || event === Gio.FileMonitorEvent.CHANGED)
                    this._connect(5, true);
            });
            return [monitor, id];
        });
        this._connect();
    }

    send(method, params) {
        this._lines.push(`${JSON.stringify({jsonrpc: '2.0', method, params})}\n`);
        this._write();
    }

    // A stream takes one line after the other.
    _write() {
        if (this._isWriting || !this._output || this._lines.length === 0)
            return;
        this._isWriting = true;
        const bytes = new TextEncoder().encode(this._lines.shift());
        this._output.write_all_async(bytes, GLib.PRIORITY_DEFAULT, this._cancellable, (stream, result) => {
            this._isWriting = false;
            try {
                stream.write_all_finish(result);
            } catch {
                // The read says that the connection has ended.
                return;
            }
            this._write();
        });
    }

    // swiped makes the socket a moment before it listens there, and the file beside it before: an attempt that is refused, or finds no
    // socket while swiped `isStarting`, is repeated, up to `tries` in all.
    _connect(tries = 5, isStarting = false) {
        if (this._connection || this._isConnecting)
            return;
        this._stopWaiting();
        this._isConnecting = true;
        const address = Gio.UnixSocketAddress.new(this._file.get_path());
        new Gio.SocketClient().connect_async(address, this._cancellable, (client, result) => {
            this._isConnecting = false;
            try {
                this._connection = client.connect_finish(result);
            } catch (error) {
                // Otherwise swiped does not run, or this extension has been disabled.
                const isEarly = isStarting && error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.NOT_FOUND);
                if (tries > 1 && (isEarly || error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CONNECTION_REFUSED)))
                    this._wait(tries - 1, isStarting);
                return;
            }
            this._lines = [];
            this._output = this._connection.get_output_stream();
            this._input = new Gio.DataInputStream({base_stream: this._connection.get_input_stream()});
            // Without these topics, the camera would open for this connection.
            this.send('unsubscribe');
            this.send('subscribe', {topics: ['status']});
            this._read();
        });
    }

    _wait(tries, isStarting) {
        this._waitId = GLib.timeout_add(GLib.PRIORITY_DEFAULT, 1000, () => {
            this._waitId = null;
            this._connect(tries, isStarting);
            return GLib.SOURCE_REMOVE;
        });
    }

    _stopWaiting() {
        if (this._waitId)
            GLib.source_remove(this._waitId);
        this._waitId = null;
    }

    _read() {
        this._input.read_line_async(GLib.PRIORITY_DEFAULT, this._cancellable, (stream, result) => {
            let line = null;
            try {
                [line] = stream.read_line_finish_utf8(result);
            } catch (error) {
                if (error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                    return;
            }
            if (line === null) {
                this._close();
                this._changed(null);
                return;
            }
            this._take(line);
            this._read();
        });
    }

    _take(line) {
        let message;
        try {
            message = JSON.parse(line);
        } catch {
            return;
        }
        if (message?.method === 'status' && message.params)
            this._changed(message.params);
    }

    _close() {
        this._connection?.close_async(GLib.PRIORITY_DEFAULT, null, null);
        this._connection = this._input = this._output = null;
    }

    destroy() {
        this._changed = null;
        this._cancellable.cancel();
        for (const [monitor, id] of this._monitors) {
            monitor.disconnect(id);
            monitor.cancel();
        }
        this._stopWaiting();
        this._close();
    }
}

const Toggle = GObject.registerClass(
class SwipedToggle extends QuickSettings.QuickMenuToggle {
    _init(daemon) {
        super._init({iconName: ICON});
        this._setTexts('swiped', null);
        this._daemon = daemon;
        this._profiles = new PopupMenu.PopupMenuSection();
        this.menu.setHeader(ICON, 'swiped');
        this.menu.addMenuItem(this._profiles);
        this.menu.addMenuItem(new PopupMenu.PopupSeparatorMenuItem());
        this.menu.addAction('Open swiped', () => {
            Main.overview.hide();
            Main.panel.closeQuickSettings();
            Shell.AppSystem.get_default().lookup_app('io.github.swiped.desktop')?.activate();
        });
        this.connect('clicked', () => this._daemon.send('toggle'));
        this.showStatus(null);
    }

    // Shows a status of the protocol; null while swiped does not run.
    showStatus(status) {
        this.visible = status !== null;
        if (!status)
            return;
        // A click pauses, also while the camera waits for an application, unless it ends a pause.
        this.checked = !['pause_requested', 'session_locked'].includes(status.reason_code);
        const words = {running: 'On', starting: 'Starting', no_camera: 'No camera', paused: 'Paused'};
        const text = status.reason_code === 'pause_requested' ? 'Paused' : status.reason ?? words[status.state] ?? '';
        this._setTexts('swiped', status.state === 'running' ? status.profile ?? 'On' : text);
        this.menu.setHeader(ICON, 'swiped', text || 'On');
        this._profiles.removeAll();
        for (const name of status.profiles ?? []) {
            const item = this._profiles.addAction(name, () => this._daemon.send('set_profile', {profile: name}));
            item.setOrnament(name === status.profile ? PopupMenu.Ornament.CHECK : PopupMenu.Ornament.NONE);
        }
    }

    // GNOME 43 has one text, `label`.
    _setTexts(title, subtitle) {
        if ('subtitle' in this)
            [this.title, this.subtitle] = [title, subtitle];
        else
            this.label = title;
    }
});

const Indicator = GObject.registerClass(
class SwipedIndicator extends QuickSettings.SystemIndicator {
    _init(toggle) {
        super._init();
        this.quickSettingsItems.push(toggle);
    }
});

export default class SwipedExtension extends Extension {
    enable() {
        this._focus = new FocusReport();
        this._daemon = new Daemon(status => this._toggle.showStatus(status));
        this._toggle = new Toggle(this._daemon);
        this._indicator = new Indicator(this._toggle);
        const menu = Main.panel.statusArea.quickSettings;
        if (menu.addExternalIndicator) {
            menu.addExternalIndicator(this._indicator);
        } else {
            menu._indicators.add_child(this._indicator);
            menu._addItems(this._indicator.quickSettingsItems);
        }
    }

    disable() {
        this._daemon.destroy();
        this._daemon = null;
        this._toggle.destroy();
        this._toggle = null;
        this._indicator.destroy();
        this._indicator = null;
        this._focus.destroy();
        this._focus = null;
    }
}
