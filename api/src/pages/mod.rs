//! The built web as the server hands it out: assets, and for each page a shell with its head, its first data and, if anybody may see
//! it, its body, so that the first paint needs no further request and a search engine reads what a person sees.

mod data;
mod head;
mod render;
mod routes;
mod site;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use axum_extra::extract::CookieJar;
use sha2::{Digest as _, Sha256};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::app::App;
use crate::features::catalogue;
use crate::problem::Lang;
use crate::settings::Settings;
use routes::{Page, Visit};
use site::Site;

#[derive(Clone)]
struct Pages {
    app: App,
    site: Arc<Site>,
}

/// Everything that is neither a call nor a socket.
pub fn router(app: &App) -> Router {
    let pages = Pages { app: app.clone(), site: Arc::new(Site::read(&app.settings.web_dist, &picture_sources(&app.settings))) };
    let worth = SizeAbove::new(1024)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"))
        .and(NotForContentType::const_new("application/zip"));
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
        .fallback(serve)
        .with_state(pages)
        .layer(CompressionLayer::new().br(true).gzip(true).no_deflate().no_zstd().compress_when(worth))
        .layer(middleware::from_fn(only_reads))
}

/// Members' pictures come from where they sign in, and from hosts that the settings name.
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
        // A worker lives under the policy of its own script: it has to be let to the live connection as the page is.
        if let Some(shell) = pages.site.shell() {
            answer.headers_mut().insert(axum::http::header::CONTENT_SECURITY_POLICY, shell.policy().clone());
        }
        return answer;
    }
    if let Some(tidy) = tidied(request.uri()) {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, tidy)]).into_response();
    }
    // A file that is not there is no page: a browser that asks for an old chunk must not get HTML.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) || path.starts_with("/assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let Some(shell) = pages.site.shell() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The web is not built yet: run make build.\n").into_response();
    };
    let visit = Visit::of(path, request.uri().query());
    if let Some(place) = visit.moved() {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, place)]).into_response();
    }
    // The bare address is Thai's; whoever chose English before is led there. Every other address says its language itself.
    if path == "/" && chosen(request.headers()) == Some(Lang::En) {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        return (StatusCode::FOUND, [(LOCATION, format!("/en{query}")), (VARY, "cookie".to_owned())]).into_response();
    }
    let page = visit.page(&pages.app).await;
    let head = head::write(&pages.app, &visit, &page);
    let loaded = data::load(&pages.app, &page).await;
    let body = match (pages.site.renderer(), &page.rendered) {
        (Some(renderer), Some(url)) if loaded.complete => renderer.body(url, loaded.answers.get()).await,
        _ => None,
    };
    let data = data::write(&pages.app, &visit, &page, &loaded);
    let html = shell.fill(visit.lang, &head, &page.chunks, body.as_deref(), &data);
    answer(&page, html, shell.policy(), request.headers().get(IF_NONE_MATCH))
}

/// The language that was chosen in this browser: the cookie that the language switch sets, for a year.
fn chosen(headers: &HeaderMap) -> Option<Lang> {
    match CookieJar::from_headers(headers).get("locale")?.value() {
        "en" => Some(Lang::En),
        _ => Some(Lang::Th),
    }
}

/// One spelling of each address: no slash at the end.
fn tidied(uri: &Uri) -> Option<String> {
    let path = uri.path();
    let tidy = path.trim_end_matches('/');
    // Two slashes in front would name another host.
    if path.len() < 2 || tidy == path || path.starts_with("//") {
        return None;
    }
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{}{query}", if tidy.is_empty() { "/" } else { tidy }))
}

fn answer(page: &Page, html: String, policy: &HeaderValue, known: Option<&HeaderValue>) -> Response {
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(html.as_bytes())[..12]));
    let Ok(tag) = HeaderValue::from_str(&tag) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let headers = [
        (ETAG, tag.clone()),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (VARY, HeaderValue::from_static("accept-encoding, cookie")),
        (axum::http::header::CONTENT_SECURITY_POLICY, policy.clone()),
    ];
    // A weak tag is what remains of ours after compression on the way.
    let same = known
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes()));
    if same && page.status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (page.status, headers, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

async fn robots(State(pages): State<Pages>) -> impl IntoResponse {
    let public = &pages.app.settings.public_url;
    let mut text = String::from("User-agent: *\nDisallow: /api/\n");
    for private in ["account", "auth", "callback", "cart", "login", "operator", "payment", "promtpay", "purchase", "search"] {
        text.push_str(&format!("Disallow: /{private}\nDisallow: /en/{private}\n"));
    }
    text.push_str(&format!("\nSitemap: {public}/sitemap.xml\n"));
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text)
}

async fn sitemap(State(pages): State<Pages>) -> impl IntoResponse {
    let public = &pages.app.settings.public_url;
    let catalogue = catalogue::of(&pages.app).catalogue();
    let games = catalogue.games.iter().map(|game| format!("/games/{}", game.slug));
    let mut text = String::from(concat!(
        r#"<?xml version="1.0" encoding="UTF-8"?>"#,
        r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">"#
    ));
    for path in ["/", "/games", "/terms", "/contact", "/services"].map(str::to_owned).into_iter().chain(games) {
        let place = |lang| head::address(public, &path, lang);
        let (th, en) = (place(Lang::Th), place(Lang::En));
        for own in [&th, &en] {
            text.push_str(&format!(
                "<url><loc>{own}</loc><xhtml:link rel=\"alternate\" hreflang=\"th\" href=\"{th}\"/>\
                 <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{en}\"/></url>"
            ));
        }
    }
    text.push_str("</urlset>");
    ([(CONTENT_TYPE, "application/xml")], text)
}
