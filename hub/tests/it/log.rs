//! A line of the log must not be lost.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use manao_hub::serve::log::chosen;
use tracing::{Dispatch, Event, Metadata, Subscriber, dispatcher};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Keeps the metadata of the first event.
#[derive(Clone, Default)]
struct Seen(Arc<OnceLock<&'static Metadata<'static>>>);

impl<S: Subscriber> Layer<S> for Seen {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let _ = self.0.set(event.metadata());
    }
}

#[test]
fn a_question_about_another_line_swallows_none() {
    let seen = Seen::default();
    tracing::subscriber::with_default(registry().with(seen.clone()), || tracing::debug!(target: "sqlx::query", "a query"));
    let query = seen.0.get().unwrap();
    let lines = Lines::default();
    let writer = lines.clone();
    let shown = tracing_subscriber::fmt::layer().with_writer(move || writer.clone()).with_ansi(false);
    let dispatch = Dispatch::new(registry().with(chosen("info,sqlx=warn")).with(shown));
    dispatcher::with_default(&dispatch, || {
        for number in 1..=3 {
            assert!(!dispatch.enabled(query));
            tracing::warn!(number, "a line");
        }
    });
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
}
