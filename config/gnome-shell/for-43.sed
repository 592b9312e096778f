# Makes the extension for GNOME Shell 43 and 44, whose extensions are no modules.
s|^// Reports .*|// Reports the application in front to swiped, and shows swiped in the quick settings. For GNOME Shell 43 and 44;|
s|^// version for 43 .*|// made of the version for GNOME Shell 45 and later.|
s|^import (\w+) from 'gi://\w+';|const \1 = imports.gi.\1;|
s|^import \* as (\w+) from 'resource:///org/gnome/shell/ui/(\w+)\.js';|const \1 = imports.ui.\2;|
/^import \{Extension\}/d
s|^export default class SwipedExtension extends Extension|class SwipedExtension|
$a\
\
/* exported init */\
function init() {\
    return new SwipedExtension();\
}
