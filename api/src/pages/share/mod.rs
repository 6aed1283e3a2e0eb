//! Pictures of shared links: `/share/{path of the page}.png` is drawn from the page's card, 1200 × 630. A picture is drawn once, on a thread of
//! its own, and kept by what is on it: however often it is asked for, and with whatever behind the question mark, only another card is
//! drawn again.

mod drawing;
mod paint;
mod shapes;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use metrics::histogram;
use moka::future::Cache;

use super::{Pages, not_built};
use manao_kernel::pages::ShareCard;
use manao_kernel::pages::visit::{Visit, is_too_long};
use manao_kernel::problem::Problem;
use manao_kernel::worker_pool::WorkerPool;
use paint::Painter;

/// Pictures drawn at once, and those that may wait; one more is refused.
const AT_ONCE: usize = 1;
const WAITING: usize = 16;
/// Capacity for pictures, in bytes.
const ROOM: u64 = 32 * 1024 * 1024;

/// The pictures of this process.
pub struct Pictures {
    pool: WorkerPool,
    kept: Cache<String, Bytes>,
    painter: Arc<Painter>,
}

impl Pictures {
    /// `glyphs` is the web's file of shapes; without it, pictures have only words.
    pub fn new(glyphs: &str) -> Self {
        let weigh = |_: &String, picture: &Bytes| u32::try_from(picture.len()).unwrap_or(u32::MAX);
        Self {
            pool: WorkerPool::new("share pictures", AT_ONCE, WAITING),
            kept: Cache::builder().weigher(weigh).max_capacity(ROOM).build(),
            painter: Arc::new(Painter::new(glyphs)),
        }
    }

    async fn picture(&self, card: ShareCard, version: &str) -> Result<Bytes, Problem> {
        let (painter, pool) = (self.painter.clone(), &self.pool);
        let drawing = async move {
            pool.run(move || {
                let begun = Instant::now();
                let picture = painter.paint(&card);
                histogram!("manao_share_picture_seconds").record(begun.elapsed());
                picture
            })
            .await?
        };
        self.kept.try_get_with_by_ref(version, drawing).await.map_err(|problem: Arc<Problem>| Problem::clone(&problem))
    }
}

/// Returns the path of a page's picture; `page` is the page's own path, with its language.
pub fn path(page: &str, card: &ShareCard) -> String {
    format!("/share{page}.png?v={}", card.version())
}

/// Answers with the picture of the page that the path names.
pub async fn serve(State(pages): State<Pages>, request: Request) -> Response {
    let Some(built) = &pages.site.built else { return not_built() };
    if is_too_long(request.uri()) {
        return StatusCode::URI_TOO_LONG.into_response();
    }
    let page = request.uri().path().strip_prefix("/share").and_then(|path| path.strip_suffix(".png"));
    let Some(page) = page.and_then(|path| path.parse::<Uri>().ok()) else { return StatusCode::NOT_FOUND.into_response() };
    let visit = Visit::new(&page);
    let view = pages.view(built, &visit).await;
    let Some(card) = view.content.share else {
        return if view.status.is_server_error() { view.status } else { StatusCode::NOT_FOUND }.into_response();
    };
    let version = card.version();
    let named = Visit::new(request.uri()).asked;
    let current = named.iter().any(|(name, value)| name == "v" && *value == version);
    let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let cache = if current { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    let headers = [(ETAG, tag.clone()), (CACHE_CONTROL, HeaderValue::from_static(cache))];
    if request.headers().get(IF_NONE_MATCH).is_some_and(|known| *known == tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match pages.pictures.picture(card, &version).await {
        Ok(picture) => (headers, [(CONTENT_TYPE, "image/png")], picture).into_response(),
        Err(problem) => problem.into_response(),
    }
}
