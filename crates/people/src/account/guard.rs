//! Guards the login calls: turns away cross-site requests and floods.

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;

use super::session::Delivery;
use super::shown_device;
use super::sign_in::Origin;
use manao_kernel::access::{ClientAddress, SameSite};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::Problem;

/// A visitor who may try to log in: the request does not come from another site's page and is within the limit of its address.
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
            device: shown_device(&jar),
            delivery: Delivery::from_headers(&parts.headers),
        };
        Ok(Self { origin, jar })
    }
}
