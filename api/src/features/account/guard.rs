//! What stands before the calls of signing in: requests of other sites and floods are turned away.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN, USER_AGENT};
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use url::Url;

use super::device::DEVICE_COOKIE;
use super::secret::Secret;
use super::session::Delivery;
use super::sign_in::Origin;
use crate::access::ClientAddress;
use crate::app::App;
use crate::limits;
use crate::problem::{Problem, codes};

/// Proof that a request carrying our cookies was not made by another site's page.
///
/// Browsers send `Origin` with every POST, and pages cannot set it. A client that sends neither `Origin` nor
/// `Sec-Fetch-Site` is no browser, so nobody's cookies are at stake.
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
            // The same host that this request was sent to: localhost and 127.0.0.1 both work while developing.
            let same_host = text(HOST.as_str()).is_some_and(|host| {
                Url::parse(&format!("{}://{host}", origin.scheme())).is_ok_and(|own| own.origin() == origin.origin())
            });
            public || same_host
        }
        (None, Some(site)) => matches!(site, "same-origin" | "none"),
        (None, None) => true,
    }
}

/// Somebody who may try to sign in: no other site's page has sent them, and their address has not tried too often.
pub struct SigningIn {
    pub origin: Origin,
    pub jar: CookieJar,
}

impl FromRequestParts<App> for SigningIn {
    type Rejection = Problem;

    /// 403 `forbidden` and 429 with `Retry-After`, whatever the body is.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        SameSite::from_request_parts(parts, app).await?;
        let address = ClientAddress::from_request_parts(parts, app).await?;
        app.limit(limits::SIGN_IN, address.counted())?;
        let jar = CookieJar::from_headers(&parts.headers);
        let origin = Origin {
            user_agent: parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).map(str::to_owned),
            address: address.0,
            device: jar.get(DEVICE_COOKIE).and_then(|cookie| Secret::read(cookie.value())),
            delivery: Delivery::of(&parts.headers),
        };
        Ok(Self { origin, jar })
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
