//! Pages rendered before they are sent: the web's own React runs here, in separate engines without network, storage or timers. Rust passes
//! the answers in and gets the body. A failure only costs the page its first paint: it goes out as a frame with its data, and the browser
//! renders the rest.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use metrics::{counter, histogram};
use moka::future::Cache;
use nix::time::{ClockId, clock_gettime};
use rquickjs::{CatchResultExt as _, Context, Function, Object, Promise, Runtime, Value};
use sha2::{Digest as _, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::data::page_data_beside;
use super::styles::Styles;

/// Number of engines, each on a thread of its own.
const ENGINES: usize = 2;
/// Memory limit of one engine, bytes.
const MEMORY: usize = 64 * 1024 * 1024;
/// Time limit of one page, in its thread's own time: a busy machine is not the page's fault.
const BUDGET: Duration = Duration::from_millis(200);
/// Time limit for starting the script.
const START_BUDGET: Duration = Duration::from_secs(5);
/// Time that a request waits for its body.
const PATIENCE: Duration = Duration::from_secs(1);
/// Number of pages that wait for an engine; one more goes out unrendered.
const WAITING: usize = 32;
/// Size of the cached HTML, bytes.
const KEPT: u64 = 64 * 1024 * 1024;
/// React recurses deeply.
const STACK: usize = 4 * 1024 * 1024;

/// A page's body, the rules of the style sheet that it uses, and the data that the browser starts from.
pub struct Rendered {
    pub html: String,
    pub styles: String,
    pub data: String,
}

/// Renders pages and caches them: the same address with the same answers is the same page for everybody.
pub struct Renderer {
    waiting: mpsc::Sender<Job>,
    kept: Cache<[u8; 32], Option<Arc<Rendered>>>,
    patience: Duration,
}

struct Job {
    url: String,
    answers: String,
    reply: oneshot::Sender<Option<Arc<Rendered>>>,
}

impl Renderer {
    /// `script` is the web's `render.js`: it sets `manao.render(url, answers)`, which promises HTML.
    pub fn new(script: Bytes, styles: Arc<Styles>) -> Self {
        Self::with(script, styles, BUDGET, PATIENCE)
    }

    fn with(script: Bytes, styles: Arc<Styles>, budget: Duration, patience: Duration) -> Self {
        let (waiting, jobs) = mpsc::channel(WAITING);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..ENGINES {
            let (script, styles, jobs) = (script.clone(), styles.clone(), jobs.clone());
            let thread = std::thread::Builder::new().name(format!("render-{number}")).stack_size(2 * STACK);
            if let Err(error) = thread.spawn(move || work(&script, &styles, budget, &jobs)) {
                tracing::error!(%error, "no thread to render pages");
            }
        }
        // A page that fails is retried after a while: its script has not changed, but the machine may be less busy.
        let kept = Cache::builder()
            .weigher(|_, page: &Option<Arc<Rendered>>| {
                page.as_ref()
                    .map_or(64, |page| u32::try_from(page.html.len() + page.styles.len() + page.data.len()).unwrap_or(u32::MAX))
            })
            .max_capacity(KEPT)
            .time_to_live(Duration::from_secs(600))
            .build();
        Self { waiting, kept, patience }
    }

    /// Returns the body of a page; `answers` are its questions' answers, as the page carries them. None if it is unavailable or too slow.
    pub async fn body(&self, url: &str, answers: &str) -> Option<Arc<Rendered>> {
        let key: [u8; 32] = Sha256::new().chain_update(url).chain_update([0]).chain_update(answers).finalize().into();
        if let Some(known) = self.kept.get(&key).await {
            return known;
        }
        let (kept, waiting) = (self.kept.clone(), self.waiting.clone());
        let (url, answers) = (url.to_owned(), answers.to_owned());
        // It continues even when nobody waits any more: the next visitor finds it in the cache.
        let rendering = tokio::spawn(async move {
            let rendered = kept.try_get_with(key, async move {
                let (reply, answer) = oneshot::channel();
                waiting.try_send(Job { url, answers, reply }).map_err(|_| "busy")?;
                answer.await.map_err(|_| "stopped")
            });
            rendered.await.inspect_err(|outcome| counter!("manao_pages_unrendered_total", "reason" => **outcome).increment(1))
        });
        match tokio::time::timeout(self.patience, rendering).await {
            Ok(rendered) => rendered.ok()?.ok()?,
            Err(_) => {
                counter!("manao_pages_unrendered_total", "reason" => "slow").increment(1);
                None
            }
        }
    }
}

/// Runs one thread: takes a page, renders it, takes the next. An engine broken by one page is discarded before the next.
fn work(script: &[u8], styles: &Styles, budget: Duration, jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut engine = None;
    loop {
        if engine.is_none() {
            match Engine::start(script) {
                Ok(started) => engine = Some(started),
                Err(error) => tracing::error!(error, "the script that renders pages does not start"),
            }
        }
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(Job { url, answers, reply }) = next else { return };
        let rendered = match &engine {
            Some(engine) => engine.render(&url, &answers, budget),
            None => Err("no engine".to_owned()),
        };
        let page = match rendered {
            Ok(html) => {
                Some(Arc::new(Rendered { styles: styles.needed_by(&html), data: page_data_beside(&answers, &html), html }))
            }
            Err(error) => {
                tracing::error!(error, url, "a page could not be rendered");
                counter!("manao_pages_unrendered_total", "reason" => "failed").increment(1);
                engine = None;
                None
            }
        };
        // Nobody may be waiting any more, which is fine.
        let _ = reply.send(page);
    }
}

/// Returns the time that this thread itself has run.
fn spent() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

struct Engine {
    runtime: Runtime,
    context: Context,
}

impl Engine {
    fn start(script: &[u8]) -> Result<Self, String> {
        let begun = spent();
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let engine = Self { runtime, context };
        engine.limit(START_BUDGET);
        engine.context.with(|js| js.eval::<(), _>(script).catch(&js).map_err(|error| error.to_string()))?;
        tracing::debug!(took = ?spent().saturating_sub(begun), "an engine to render pages is ready");
        Ok(engine)
    }

    /// Limits how long the engine may run from now on.
    fn limit(&self, budget: Duration) {
        let until = spent() + budget;
        self.runtime.set_interrupt_handler(Some(Box::new(move || spent() > until)));
    }

    fn render(&self, url: &str, answers: &str, budget: Duration) -> Result<String, String> {
        let begun = spent();
        self.limit(budget);
        let html = self.context.with(|js| {
            let rendering = || {
                let render: Function = js.globals().get::<_, Object>("manao")?.get("render")?;
                let answers: Value = js.json_parse(answers)?;
                render.call::<_, Promise>((url, answers))?.finish::<String>()
            };
            rendering().catch(&js).map_err(|error| error.to_string())
        });
        histogram!("manao_page_render_seconds").record(spent().saturating_sub(begun));
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"
        let pages = 0
        var manao = { render: async (url, answers) => {
            pages += 1
            if (url === "/throws") throw new Error("it broke")
            if (url === "/endless") for (;;) await null
            if (url === "/runs") for (;;) {}
            if (url === "/eats") { const all = []; for (;;) all.push(new Array(10000).fill(url)) }
            if (url === "/waits") return new Promise(() => {})
            return `<p>${url} ${answers[0]} ${pages}</p>`
        } }"#;

    fn renderer() -> Renderer {
        Renderer::with(Bytes::from(SCRIPT), Arc::default(), Duration::from_millis(200), Duration::from_secs(30))
    }

    async fn html(renderer: &Renderer, url: &str, answers: &str) -> Option<String> {
        renderer.body(url, answers).await.map(|page| page.html.clone())
    }

    #[tokio::test]
    async fn a_page_is_rendered_once_for_all_who_ask_the_same() {
        let renderer = renderer();
        let first = html(&renderer, "/games", "[\"ก\"]").await.unwrap();
        assert!(first.starts_with("<p>/games ก "), "{first}");
        for _ in 0..9 {
            assert_eq!(html(&renderer, "/games", "[\"ก\"]").await.unwrap(), first);
        }
    }

    #[tokio::test]
    async fn another_answer_is_another_page() {
        let renderer = renderer();
        let before = html(&renderer, "/", "[1]").await.unwrap();
        let after = html(&renderer, "/", "[2]").await.unwrap();
        assert!(before.starts_with("<p>/ 1 ") && after.starts_with("<p>/ 2 "), "{before} {after}");
        assert!(html(&renderer, "/en", "[1]").await.unwrap().starts_with("<p>/en 1 "));
    }

    #[tokio::test]
    async fn what_fails_is_left_to_the_browser_and_does_no_harm_to_the_next() {
        let renderer = renderer();
        for url in ["/throws", "/endless", "/runs", "/eats", "/waits"] {
            for number in 0..ENGINES + 1 {
                assert_eq!(html(&renderer, url, &format!("[{number}]")).await, None, "{url}");
            }
            let next = html(&renderer, "/", &format!("[\"after {url}\"]")).await.unwrap();
            assert!(next.contains(url), "{next}");
        }
    }

    #[tokio::test]
    async fn without_a_script_that_works_nothing_is_rendered() {
        for script in ["this is no script", "var manao = {}", "var manao = { render: () => 'not promised' }"] {
            assert_eq!(html(&Renderer::new(Bytes::from(script), Arc::default()), "/", "[]").await, None, "{script}");
        }
    }
}
