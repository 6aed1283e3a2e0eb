//! For search engines: the paths to avoid, and every address they may index.

use super::Pages;
use super::table::{Page, Table};
use manao_kernel::pages::Params;
use manao_kernel::pages::visit::address;
use manao_kernel::problem::Lang;

/// Most pages in the site map, each in both languages; the format allows 50,000 addresses.
const LISTED: usize = 25_000;

const LANGS: [Lang; 2] = [Lang::Th, Lang::En];

pub fn robots(public: &str, table: &Table) -> String {
    let mut text = String::from("User-agent: *\nDisallow: /api/\n");
    let mut paths: Vec<_> =
        table.pages.iter().filter(|page| !(page.public && page.indexed)).map(|page| closed(page, table)).collect();
    paths.sort();
    paths.dedup();
    for path in paths {
        for lang in LANGS {
            text.push_str(&format!("Disallow: {}\n", address("", &path, lang)));
        }
    }
    text.push_str(&format!("\nSitemap: {public}/sitemap.xml\n"));
    text
}

/// Returns the path to disallow for this page: every path beginning like it, unless a page that may be indexed begins the same way.
fn closed(page: &Page, table: &Table) -> String {
    let path = page.path.wild();
    let first = path.match_indices('/').nth(1).map_or(path.as_str(), |(at, _)| &path[..at]);
    let alone =
        |begin: &str| !table.pages.iter().any(|other| other.public && other.indexed && other.path.wild().starts_with(begin));
    match () {
        () if alone(first) => first.to_owned(),
        () if alone(&path) => path,
        () => format!("{path}$"),
    }
}

/// Returns every indexed page; those with parameters as their source lists them.
pub async fn sitemap(pages: &Pages, table: &Table) -> String {
    let public = &pages.app.settings.public_url;
    let mut paths = Vec::new();
    for page in table.pages.iter().filter(|page| page.indexed) {
        paths.extend(listed(pages, page).await.iter().map(|params| page.path.filled(params)));
    }
    paths.truncate(LISTED);
    let mut text = String::from(concat!(
        r#"<?xml version="1.0" encoding="UTF-8"?>"#,
        r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">"#
    ));
    for path in paths {
        let [th, en] = LANGS.map(|lang| super::head::escape(&address(public, &path, lang)));
        for own in [&th, &en] {
            text.push_str(&format!(
                "<url><loc>{own}</loc><xhtml:link rel=\"alternate\" hreflang=\"th\" href=\"{th}\"/>\
                 <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{en}\"/></url>"
            ));
        }
    }
    text.push_str("</urlset>");
    text
}

async fn listed(pages: &Pages, page: &Page) -> Vec<Params<'static>> {
    if page.path.names().next().is_none() {
        return vec![Params::new()];
    }
    let Some(list) = page.sources.first().and_then(|name| pages.sources.get(name.as_str())?.list) else { return Vec::new() };
    let found = list(&pages.app).await;
    found.inspect_err(|problem| tracing::error!(page = %page.path, %problem, "not in the site map")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::parsed;
    use super::*;

    #[test]
    fn private_pages_are_closed_and_nothing_else() {
        let pages = [
            ("/", true, None),
            ("/games/$id", true, Some("game")),
            ("/games/$id/edit", false, None),
            ("/account/inbox", false, None),
            ("/account/profile", false, None),
            ("/log", false, None),
            ("/login-help", true, None),
        ];
        let text = robots("https://shop", &parsed(&pages).unwrap());
        let closed: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
        let expected = ["/api/", "/account", "/en/account", "/games/*/edit", "/en/games/*/edit", "/log$", "/en/log$"];
        assert_eq!(closed, expected);
        assert!(text.ends_with("\nSitemap: https://shop/sitemap.xml\n"));
    }
}
