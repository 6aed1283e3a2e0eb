//! Settings with an empty value.

use clap::Command;

/// Treats each setting whose environment variable is empty as absent: container files pass `NAME: ${NAME:-}` on.
pub fn without_empty(command: Command) -> Command {
    command.mut_args(|setting| {
        let is_empty = setting.get_env().is_some_and(|name| std::env::var_os(name).is_some_and(|value| value.is_empty()));
        if is_empty { setting.env(None::<&'static str>) } else { setting }
    })
}
