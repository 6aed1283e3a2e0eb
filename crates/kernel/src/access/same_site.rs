//! Rejects requests made by another site's page.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use url::Url;

use crate::app::App;
use crate::problem::{Problem, codes};

/// Proof that a request with our cookies was not made by another site's page.
///
/// Browsers send `Origin` with every POST, and pages cannot set it. A client that sends neither `Origin` nor `Sec-Fetch-Site` is not a browser,
/// so nobody's cookies are at stake.
#[derive(Clone, Copy, Debug)]
pub struct SameSite;

impl FromRequestParts<App> for SameSite {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if is_ours(&parts.headers, &app.settings.public_url) {
            Ok(Self)
        } else {
            Err(Problem::new(codes::forbidden).because("another site's page"))
        }
    }
}

fn is_ours(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("?"));
    match (text(ORIGIN.as_str()), text("sec-fetch-site")) {
        (Some(origin), _) => {
            let Ok(origin) = Url::parse(origin) else { return false };
            let public = Url::parse(public_url).is_ok_and(|public| public.origin() == origin.origin());
            // The host that this request was sent to: localhost and 127.0.0.1 both work in development.
            let same_host = text(HOST.as_str()).is_some_and(|host| {
                Url::parse(&format!("{}://{host}", origin.scheme())).is_ok_and(|own| own.origin() == origin.origin())
            });
            public || same_host
        }
        (None, Some(site)) => matches!(site, "same-origin" | "none"),
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_not_ours() {
        let public = "https://shop.example";
        for (headers, ours) in [
            (vec![], true),
            (vec![("origin", "https://shop.example")], true),
            (vec![("origin", "https://shop.example"), ("sec-fetch-site", "same-origin")], true),
            (vec![("origin", "https://shop.example:8443")], false),
            (vec![("origin", "http://shop.example")], false),
            (vec![("origin", "https://evil.example")], false),
            (vec![("origin", "https://evil.example"), ("host", "shop.example")], false),
            (vec![("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], true),
            (vec![("origin", "null")], false),
            (vec![("origin", "")], false),
            (vec![("sec-fetch-site", "cross-site")], false),
            (vec![("sec-fetch-site", "same-site")], false),
            (vec![("sec-fetch-site", "same-origin")], true),
            (vec![("sec-fetch-site", "none")], true),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in &headers {
                map.insert(*name, value.parse().unwrap());
            }
            assert_eq!(is_ours(&map, public), ours, "{headers:?}");
        }
    }
}
