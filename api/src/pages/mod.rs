//! Serves the built web: assets, and for each page a shell with its head, its first data and, for public pages, its body. The first paint
//! thus needs no further request, and a search engine reads the same as a person. The web defines which pages exist ([`table`]), the
//! features their contents ([`manao_kernel::pages`]).

mod crawlers;
mod css;
mod data;
mod feeds;
mod head;
mod render;
mod share;
mod site;
mod sitemap;
mod styles;
mod table;

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Result, ensure};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use axum_extra::extract::CookieJar;
use sha2::{Digest as _, Sha256};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use head::Head;
use manao_kernel::app::App;
use manao_kernel::pages::{Content, FeedSource, PageRequest, PageSource, Params, Reply, visit};
use manao_kernel::problem::Lang;
use manao_kernel::settings::Settings;
use share::Pictures;
use site::{Built, OtherHosts, Site};
use sitemap::SiteMap;
use table::{Page, PageHead};
use visit::Visit;

#[derive(Clone)]
struct Pages {
    app: App,
    site: Arc<Site>,
    sources: Arc<HashMap<&'static str, PageSource>>,
    feeds: Arc<HashMap<&'static str, FeedSource>>,
    pictures: Arc<Pictures>,
    site_map: Arc<SiteMap>,
}

/// Serves everything that is neither a call nor a socket; `sources` and `feeds` are the features', `linked` the paths of the pages that they
/// link to.
///
/// # Errors
/// When two sources or two feeds have one name, or the built web names a source that does not exist or lacks a linked page.
pub fn router(app: &App, sources: Vec<PageSource>, feeds: Vec<FeedSource>, linked: &[&str]) -> Result<Router> {
    let count = [sources.len(), feeds.len()];
    let sources: HashMap<_, _> = sources.into_iter().map(|source| (source.name, source)).collect();
    let feeds: HashMap<_, _> = feeds.into_iter().map(|feed| (feed.name, feed)).collect();
    ensure!([sources.len(), feeds.len()] == count, "two sources or feeds have one name");
    let site = Site::load(&app.settings.web_dist, &other_hosts(&app.settings), linked, |name| sources.contains_key(name))?;
    let pages = Pages {
        app: app.clone(),
        pictures: Arc::new(Pictures::new(site.asset("/glyphs.svg").map_or("", site::Asset::text))),
        site: Arc::new(site),
        sources: Arc::new(sources),
        feeds: Arc::new(feeds),
        site_map: Arc::new(SiteMap::new()),
    };
    let worth = SizeAbove::new(1024)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"))
        .and(NotForContentType::const_new("application/zip"));
    Ok(Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
        .route("/rss/{file}", get(feeds::thai))
        .route("/en/rss/{file}", get(feeds::english))
        .route("/share/{*page}", get(share::serve))
        .fallback(serve)
        .with_state(pages)
        .layer(CompressionLayer::new().br(true).gzip(true).no_deflate().no_zstd().compress_when(worth))
        .layer(middleware::from_fn(only_reads)))
}

/// The page on which orders are paid, by card too.
const PAYMENT_PAGE: [&str; 2] = ["payment", "process"];

/// Returns the hosts from which pages may load.
fn other_hosts(settings: &Settings) -> OtherHosts {
    let origin = |address: &str| url::Url::parse(address).ok().map(|url| url.origin().ascii_serialization());
    OtherHosts { pictures: picture_sources(settings), cards: origin(&settings.opn_card_script_url).unwrap_or_default() }
}

/// Returns the hosts of members' pictures: the login provider's, and those in the settings.
fn picture_sources(settings: &Settings) -> String {
    let hosts = settings.picture_hosts.iter().map(|host| format!("https://{}", host.trim()));
    let addresses = std::iter::once(settings.oidc_issuer.clone()).chain(hosts);
    let origins = addresses.filter_map(|address| url::Url::parse(&address).ok()).map(|url| url.origin().ascii_serialization());
    origins.collect::<Vec<_>>().join(" ")
}

async fn only_reads(request: Request, next: middleware::Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    (StatusCode::METHOD_NOT_ALLOWED, [("allow", "GET, HEAD")]).into_response()
}

async fn serve(State(pages): State<Pages>, request: Request) -> Response {
    let path = request.uri().path();
    if let Some(asset) = pages.site.asset(path) {
        let mut answer = asset.answer(request.headers());
        // A worker runs under the policy of its own script: it must be allowed the live connection, like the page.
        if let Some(built) = &pages.site.built {
            answer.headers_mut().insert(axum::http::header::CONTENT_SECURITY_POLICY, built.shell.policy().clone());
        }
        return answer;
    }
    if visit::is_too_long(request.uri()) {
        return StatusCode::URI_TOO_LONG.into_response();
    }
    if let Some(tidy) = visit::tidied(request.uri()) {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, tidy)]).into_response();
    }
    if let (Some(built), Some(number)) = (&pages.site.built, sitemap::part_number(path)) {
        return pages.site_map.part(&pages, &built.table, number).await;
    }
    // A missing file is not a page: a browser asking for an old chunk must not get HTML.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) || path.starts_with("/assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let Some(built) = &pages.site.built else { return not_built() };
    let visit = Visit::new(request.uri());
    if let Some(place) = visit.segments.as_ref().and_then(|segments| built.table.moved(segments)) {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, visit::address("", &place, visit.lang))]).into_response();
    }
    // The bare address is Thai; people who chose English before are redirected. Every other address states its language.
    if path == "/" && chosen(request.headers()) == Some(Lang::En) {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        return (StatusCode::FOUND, [(LOCATION, format!("/en{query}")), (VARY, "cookie".to_owned())]).into_response();
    }
    let view = pages.view(built, &visit).await;
    if let Some(address) = view.moved {
        return (view.status, [(LOCATION, address)]).into_response();
    }
    let answers = match serde_json::to_string(&view.content.answers) {
        Ok(answers) => answers,
        Err(error) => return manao_kernel::problem::Problem::internal(error).into_response(),
    };
    let body = match (&built.renderer, &view.rendered) {
        (Some(renderer), Some(url)) if !view.content.incomplete => renderer.body(url, &answers).await,
        _ => None,
    };
    let head = Head {
        public: &pages.app.settings.public_url,
        lang: visit.lang,
        shown: view.shown,
        content: &view.content,
        path: view.canonical.as_deref(),
        feed: view.content.feed.and_then(|name| pages.feeds.get(name)),
    };
    let head = head.write() + view.shown.preload.pick(visit.lang);
    let html = built.shell.fill(visit.lang, &head, body.as_deref(), &answers);
    let pays = visit.segments.as_ref().is_some_and(|segments| *segments == PAYMENT_PAGE);
    let policy = match (view.embeddable, pays) {
        (true, _) => built.shell.embeddable_policy(),
        (false, true) => built.shell.card_policy(),
        (false, false) => built.shell.policy(),
    };
    let mut answer = answer(view.status, html, policy, request.headers().get(IF_NONE_MATCH));
    if view.embeddable {
        answer.extensions_mut().insert(Embeddable);
    }
    answer
}

fn not_built() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, "The web is not built yet: run make build.\n").into_response()
}

/// Marks an answer that any site may show in a frame: no header may contradict its policy.
#[derive(Clone, Copy)]
pub struct Embeddable;

/// The answer to a visit.
struct View<'a> {
    status: StatusCode,
    shown: &'a PageHead,
    content: Content,
    /// The canonical path, if search engines may index the page
    canonical: Option<String>,
    /// The address its body is rendered for, if the page is public
    rendered: Option<String>,
    embeddable: bool,
    /// The address that the page has moved to
    moved: Option<String>,
}

impl Pages {
    async fn view<'a>(&self, built: &'a Built, visit: &'a Visit) -> View<'a> {
        let found = visit.segments.as_ref().and_then(|segments| built.table.find(segments));
        let mut view = match found {
            Some((page, params)) => self.page(built, page, params, visit).await,
            None => {
                let below = visit.segments.as_ref().is_none_or(|segments| built.table.is_below_a_page(segments));
                // It looks the same at every address.
                let rendered = (!below && visit.asked.is_empty()).then(|| visit::address("", "/not-found", visit.lang));
                View { rendered, ..failed(StatusCode::NOT_FOUND, &built.table.missing) }
            }
        };
        let asked = PageRequest { lang: visit.lang, app: &self.app, visit, params: Params::new() };
        view.content.add(self.more(&built.table.frame, &asked).await);
        view
    }

    async fn page<'a>(&self, built: &'a Built, page: &'a Page, params: Params<'a>, visit: &'a Visit) -> View<'a> {
        let path = page.path.filled(&params);
        let asked = PageRequest { lang: visit.lang, app: &self.app, visit, params };
        let mut sources = page.sources.iter();
        let reply = match sources.next() {
            Some(source) => self.ask(source, &asked).await,
            None => Some(Reply::Found(Content::default())),
        };
        let mut content = match reply {
            Some(Reply::Found(content)) => content,
            Some(Reply::Missing) => return failed(StatusCode::NOT_FOUND, &built.table.missing),
            Some(Reply::Moved(path)) => {
                let moved = Some(visit::address("", &path, visit.lang));
                return View { moved, ..failed(StatusCode::PERMANENT_REDIRECT, &built.table.missing) };
            }
            Some(Reply::Gone) => return failed(StatusCode::GONE, &built.table.missing),
            None => return failed(StatusCode::SERVICE_UNAVAILABLE, &built.table.broken),
        };
        for source in sources {
            content.add(self.more(source, &asked).await);
        }
        let indexed = page.indexed && !content.unindexed && content.only_in.is_none_or(|only| only == visit.lang);
        let canonical =
            indexed.then(|| content.canonical.as_ref().map_or_else(|| path.clone(), |params| page.path.filled(params)));
        let query = visit.query_of(&content.shared).filter(|_| page.public);
        let rendered = query.map(|query| visit::address("", &path, visit.lang) + &query);
        View { status: page.status, shown: &page.shown, content, canonical, rendered, embeddable: page.embeddable, moved: None }
    }

    /// Returns a further source's answers; without them the page is incomplete.
    async fn more(&self, source: &str, asked: &PageRequest<'_>) -> Content {
        match self.ask(source, asked).await {
            Some(Reply::Found(content)) => content,
            Some(Reply::Missing | Reply::Moved(_) | Reply::Gone) | None => Content { incomplete: true, ..Content::default() },
        }
    }

    /// Asks a source; None when it is unavailable now.
    async fn ask(&self, source: &str, asked: &PageRequest<'_>) -> Option<Reply> {
        let source = self.sources.get(source)?;
        let reply = (source.load)(&self.app, asked).await;
        reply.inspect_err(|problem| tracing::error!(source = source.name, %problem, "a page cannot be had now")).ok()
    }
}

/// Returns a page without content; the browser renders the rest.
fn failed(status: StatusCode, shown: &PageHead) -> View<'_> {
    View { status, shown, content: Content::default(), canonical: None, rendered: None, embeddable: false, moved: None }
}

/// Returns the language that was chosen in this browser: the cookie that the language switch sets, for a year.
fn chosen(headers: &HeaderMap) -> Option<Lang> {
    match CookieJar::from_headers(headers).get("locale")?.value() {
        "en" => Some(Lang::En),
        _ => Some(Lang::Th),
    }
}

fn answer(status: StatusCode, html: String, policy: &HeaderValue, known: Option<&HeaderValue>) -> Response {
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(html.as_bytes())[..12]));
    let Ok(tag) = HeaderValue::from_str(&tag) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let headers = [
        (ETAG, tag.clone()),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (VARY, HeaderValue::from_static("accept-encoding, cookie")),
        (axum::http::header::CONTENT_SECURITY_POLICY, policy.clone()),
    ];
    // Compression along the way turns our tag into a weak one.
    let same = known
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes()));
    if same && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (status, headers, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

async fn robots(State(pages): State<Pages>) -> Response {
    let Some(built) = &pages.site.built else { return not_built() };
    let text = crawlers::robots(&pages.app.settings.public_url, &built.table);
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

async fn sitemap(State(pages): State<Pages>) -> Response {
    let Some(built) = &pages.site.built else { return not_built() };
    pages.site_map.index(&pages, &built.table).await
}
