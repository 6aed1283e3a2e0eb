//! Filters the log: values sent by strangers or counterparties are left out.

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::Layer;

/// Most characters of an external text in the log.
pub const LONGEST: usize = 200;

/// Targets whose lines below `info` hold no values: our own, and the database driver's, which logs queries without parameters.
const PLAIN: &[&str] = &["manao", "hub", "sqlx"];

/// Returns the filter that `RUST_LOG` asks for, or `default`. Below `info`, libraries log the bodies and tokens that they read and write:
/// those lines are left out, whatever is requested.
///
/// A layer of its own, not the filter of another layer: such a filter remembers its last answer, and a library that only asks whether it
/// would be logged (as the database driver does after each query) made the next line of ours disappear (tokio-rs/tracing#2519).
pub fn chosen<S: Subscriber>(default: &str) -> impl Layer<S> {
    let asked = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    asked.and_then(filter_fn(is_plain))
}

fn is_plain(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let of = |name: &&str| target.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '_']));
    *metadata.level() <= Level::INFO || PLAIN.iter().any(of)
}

/// Shortens an external text for the log, to at most [`LONGEST`].
pub fn short(text: &str) -> &str {
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(short("short"), "short");
        assert_eq!(short(&"มะ".repeat(150)).chars().count(), LONGEST);
    }
}
