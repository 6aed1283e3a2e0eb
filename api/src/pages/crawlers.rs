//! The paths that search engines avoid.

use super::table::{Page, Table};
use manao_kernel::pages::visit::address;
use manao_kernel::problem::Lang;

pub const LANGS: [Lang; 2] = [Lang::Th, Lang::En];

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
