//! The built web, read once: its assets, and `index.html` as a template.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::data::page_data;
use super::render::{Rendered, Renderer};
use super::styles::{Styles, without_styles};
use super::table::Table;
use manao_kernel::problem::Lang;

/// The script that renders pages; like the manifest, it is not served.
const RENDER_SCRIPT: &str = "/.server/render.js";
/// The service worker: a browser that has it checks each time whether it is still current.
const WORKER: &str = "/service-worker.js";
/// The element that holds the body.
const ROOT: &str = "<div id=\"root\">";

pub struct Site {
    assets: HashMap<String, Asset>,
    pub built: Option<Built>,
}

/// The parts from which pages are made.
pub struct Built {
    pub shell: Shell,
    pub table: Table,
    pub renderer: Option<Renderer>,
}

pub struct Asset {
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    kind: &'static str,
    tag: HeaderValue,
    cache: &'static str,
}

/// `index.html`, split at the places to fill.
pub struct Shell {
    before_head: String,
    /// The same in English, with the English manifest
    english_head: String,
    before_body: String,
    /// Shown in place of a body that was not rendered
    frame: String,
    before_data: String,
    end: String,
    styles: Arc<Styles>,
    /// The rules of the page whose body is the frame
    frame_styles: String,
    /// Links to the whole style sheets, before the end of the body: what stands above is painted without them, no script runs before them
    links: String,
    policy: HeaderValue,
    card_policy: HeaderValue,
    embeddable_policy: HeaderValue,
}

impl Site {
    /// Loads the built web. Without one there are no pages, only the API. `knows` says which page sources exist; `linked` pages
    /// must be among the built ones.
    ///
    /// # Errors
    /// When this server cannot serve the built web.
    pub fn load(dist: &Path, others: &OtherHosts, linked: &[&str], knows: impl Fn(&str) -> bool) -> Result<Self> {
        let mut files = HashMap::new();
        let read = walk(dist, dist, &mut files);
        let index = files.remove("/index.html").and_then(|html| String::from_utf8(html.to_vec()).ok());
        let built = match (index, files.remove("/pages.json")) {
            (Some(html), Some(pages)) => {
                let table = Table::parse(&pages, knows).with_context(|| format!("{}/pages.json", dist.display()))?;
                table.ensure_linked(linked)?;
                let shell = Shell::cut(&html, &mut files, others);
                let renderer = files.get(RENDER_SCRIPT).cloned().map(|script| Renderer::new(script, shell.styles.clone()));
                Some(Built { shell, table, renderer })
            }
            _ => {
                let missing = read.err().map_or("no index.html or no pages.json".to_owned(), |error| error.to_string());
                tracing::warn!(missing, folder = %dist.display(), "the web is not built (make build); only the API is served");
                None
            }
        };
        let mut assets = HashMap::new();
        for (path, plain) in &files {
            if path.starts_with("/.") || path.ends_with(".br") || path.ends_with(".gz") {
                continue;
            }
            let packed = |extension: &str| files.get(&format!("{path}{extension}")).cloned();
            let hash = hex::encode(&Sha256::digest(plain)[..12]);
            let asset = Asset {
                plain: plain.clone(),
                brotli: packed(".br"),
                gzip: packed(".gz"),
                kind: kind_of(path),
                tag: HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
                cache: cache_of(path),
            };
            assets.insert(path.clone(), asset);
        }
        Ok(Self { assets, built })
    }

    pub fn asset(&self, path: &str) -> Option<&Asset> {
        self.assets.get(path)
    }
}

impl Asset {
    /// Returns the file's content; empty if it is no text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.plain).unwrap_or_default()
    }

    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let shared = [
            (ETAG, self.tag.clone()),
            (CACHE_CONTROL, HeaderValue::from_static(self.cache)),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if headers.get(IF_NONE_MATCH).is_some_and(|known| *known == self.tag) {
            return (StatusCode::NOT_MODIFIED, shared).into_response();
        }
        let accepts = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes = |name: &str| accepts.split(',').any(|one| one.trim().split(';').next() == Some(name));
        let kind = [(CONTENT_TYPE, self.kind)];
        match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if takes("br") => {
                (shared, kind, [(CONTENT_ENCODING, "br")], Body::from(brotli.clone())).into_response()
            }
            (_, Some(gzip)) if takes("gzip") => {
                (shared, kind, [(CONTENT_ENCODING, "gzip")], Body::from(gzip.clone())).into_response()
            }
            _ => (shared, kind, Body::from(self.plain.clone())).into_response(),
        }
    }
}

impl Shell {
    fn cut(html: &str, files: &mut HashMap<String, Bytes>, others: &OtherHosts) -> Self {
        let mut html = without(html, "<title>", "</title>");
        html = without(&html, "<meta name=\"description\"", ">");
        let (html, links, css) = without_styles(&html, files);
        let policy = |cards: &str, framed_by: &str| policy(&html, &others.pictures, cards, framed_by);
        let (policy, embeddable_policy, card_policy) = (policy("", "'none'"), policy("", "*"), policy(&others.cards, "'none'"));
        // The template's marks win; without them, the ends of head and body are used.
        let (head, rest) = html.split_once("<!--head-->").or_else(|| html.split_once("</head>")).unwrap_or(("", &html));
        let rest = if html.contains("<!--head-->") { rest.to_owned() } else { format!("</head>{rest}") };
        let (middle, end) = rest.split_once("<!--data-->").or_else(|| rest.split_once("</body>")).unwrap_or((&rest, ""));
        let end = if rest.contains("<!--data-->") { end.to_owned() } else { format!("</body>{end}") };
        let (before_body, rest) = match middle.split_once(ROOT) {
            Some((before, rest)) => (format!("{before}{ROOT}"), rest),
            None => (middle.to_owned(), ""),
        };
        // Without the mark there is no place for a body, and only the frame is sent.
        let (frame, before_data) = rest.split_once("<!--/root-->").unwrap_or(("", rest));
        let english = head.replacen("<html lang=\"th\"", "<html lang=\"en\"", 1);
        let styles = Styles::parse(&css, &format!("{before_body}{before_data}{end}"));
        Self {
            frame_styles: styles.needed_by(frame),
            styles: Arc::new(styles),
            links,
            before_head: head.to_owned(),
            english_head: english.replacen("\"/manifest.webmanifest\"", "\"/en/manifest.webmanifest\"", 1),
            before_body,
            frame: frame.to_owned(),
            before_data: before_data.to_owned(),
            end,
            policy,
            embeddable_policy,
            card_policy,
        }
    }

    /// Fills the page. The browser hydrates a rendered body as it is. `answers` are the page's, a JSON list.
    pub fn fill(&self, lang: Lang, head: &str, body: Option<&Rendered>, answers: &str) -> String {
        let own = self.before_head.len() + self.before_body.len() + self.before_data.len();
        let styles = body.map_or(&self.frame_styles, |body| &body.styles);
        let data = body.map_or_else(|| Cow::Owned(page_data(answers)), |body| Cow::Borrowed(body.data.as_str()));
        let size = own + head.len() + styles.len() + body.map_or(0, |body| body.html.len()) + data.len() + 4096;
        let mut page = String::with_capacity(size);
        page.push_str(lang.pick(&self.before_head, &self.english_head));
        // Before the scripts that the head names: where a browser has few connections it would wait for them.
        if let Some(src) = body.and_then(|body| first_picture(&body.html)) {
            page.extend(["<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"", src, "\">"]);
        }
        page.push_str(head);
        page.extend(["<style>", styles, "</style>"]);
        match body {
            Some(Rendered { html, .. }) => {
                page.push_str(self.before_body.strip_suffix('>').unwrap_or(&self.before_body));
                page.push_str(" data-rendered>");
                page.push_str(html);
            }
            None => {
                page.push_str(&self.before_body);
                page.push_str(&self.frame);
            }
        }
        page.push_str(&self.before_data);
        page.push_str("<script type=\"application/json\" id=\"page-data\">");
        page.push_str(&data);
        page.push_str("</script>");
        page.push_str(&self.links);
        page.push_str(&self.end);
        page
    }

    /// Returns the content security policy of the page.
    pub fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    /// Returns the policy of a page on which a card pays: it loads the provider's form.
    pub fn card_policy(&self) -> &HeaderValue {
        &self.card_policy
    }

    /// Returns the policy of a page that other sites may frame. Browsers then ignore `X-Frame-Options` (Content Security Policy 3, 6.4.2.1).
    pub fn embeddable_policy(&self) -> &HeaderValue {
        &self.embeddable_policy
    }
}

/// Hosts other than ours from which pages may load.
pub struct OtherHosts {
    /// Of members' pictures
    pub pictures: String,
    /// Of the card form, for the pages on which a card pays
    pub cards: String,
}

/// Returns the address of the picture that is to be loaded at once, as its attribute is written.
fn first_picture(html: &str) -> Option<&str> {
    let before = html.split_once(" fetchpriority=\"high\"")?.0;
    before.rsplit_once("<img")?.1.split_once(" src=\"")?.1.split('"').next()
}

/// Builds the policy: scripts of our own files, and the template's inline ones by their hash. Styles may be set inline: the web's libraries
/// do, and a style runs nothing. `cards` is the host of the card form, where the page has one;
/// `framed_by` are the sites that may frame the page.
fn policy(html: &str, pictures: &str, cards: &str, framed_by: &str) -> HeaderValue {
    let mut scripts = String::from("'self'");
    for script in html.split("<script>").skip(1).filter_map(|rest| rest.split("</script>").next()) {
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script.as_bytes()));
        scripts.push_str(&format!(" 'sha256-{hash}'"));
    }
    let policy = format!(
        "default-src 'self'; script-src {scripts} {cards}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: {pictures}; font-src 'self' data:; \
         connect-src 'self' {cards}; frame-src 'self' {cards}; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {framed_by}"
    );
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

fn without(html: &str, from: &str, to: &str) -> String {
    let Some((before, rest)) = html.split_once(from) else { return html.to_owned() };
    let Some((_, after)) = rest.split_once(to) else { return html.to_owned() };
    format!("{before}{after}")
}

fn walk(root: &Path, folder: &Path, files: &mut HashMap<String, Bytes>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, files)?;
        } else if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            files.insert(format!("/{name}"), Bytes::from(std::fs::read(&path)?));
        }
    }
    Ok(())
}

fn cache_of(path: &str) -> &'static str {
    match path {
        WORKER => "no-cache",
        // Its name holds a hash of its content.
        path if path.starts_with("/assets/") => "public, max-age=31536000, immutable",
        _ => "public, max-age=600",
    }
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::first_picture;

    #[test]
    fn the_picture_that_is_wanted_first_is_found() {
        let html = "<img src=\"/a\" loading=\"lazy\"><img src=\"/b?v=1\" alt=\"x\" fetchpriority=\"high\"><img src=\"/c\">";
        assert_eq!(first_picture(html), Some("/b?v=1"));
        assert_eq!(first_picture("<img src=\"/a\" loading=\"lazy\">"), None);
        assert_eq!(first_picture(" fetchpriority=\"high\""), None);
    }
}
