//! Paths of this site that a request supplies, to go back or be redirected to.

use url::Url;

/// Longest path; a longer one is rejected.
const LONGEST: usize = 512;
/// Any host will do: a path that leaves it belongs to another site.
const BASE: &str = "https://own.invalid";

/// Returns the path as a browser understands it, with its query and fragment, if it stays on this site. The browser's interpretation of the text
/// is judged, not its beginning: `/..//evil.example` is `//evil.example`. No page of ours has an empty segment, or a segment with a slash at its
/// edge. The web does the same (`return-to.ts`).
pub fn own_path(text: &str) -> Option<String> {
    if text.len() > LONGEST || !text.starts_with('/') || text.contains('\\') || text.chars().any(char::is_control) {
        return None;
    }
    let base = Url::parse(BASE).ok()?;
    let url = base.join(text).ok().filter(|url| url.origin() == base.origin())?;
    let path = url.path().to_ascii_lowercase();
    if ["//", "/%2f", "%2f/", "%2f%2f", ".%2f", "%5c"].iter().any(|hidden| path.contains(hidden)) {
        return None;
    }
    url.as_str().strip_prefix(BASE).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[derive(serde::Deserialize)]
    struct Case {
        r#in: String,
        out: Option<String>,
    }

    #[test]
    fn only_what_stays_on_this_site_is_a_path_of_it() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../../../domain/vectors/addresses/own_path.json")).unwrap();
        for case in cases {
            assert_eq!(own_path(&case.r#in), case.out, "{:?}", case.r#in);
            if let Some(path) = case.out {
                assert_eq!(own_path(&path).as_ref(), Some(&path), "as it was judged");
            }
        }
    }
}
