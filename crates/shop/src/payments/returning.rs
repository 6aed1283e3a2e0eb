//! The way back from the page of a bank or wallet. It often ends in another browser than it began in, without a session: the address proves
//! by itself that it is about this attempt.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use url::Url;

use super::row::PaymentRow;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::secret;

/// Bytes of a state: too many to guess.
const BYTES: usize = 16;

/// Returns the address to which the provider leads the buyer back, in the language in which it was asked for. The same for every try
/// to make the charge.
///
/// # Errors
/// 500 when the process has no secret.
pub fn url(app: &App, payment: &PaymentRow) -> Result<String, Problem> {
    let page = format!("{}{}/purchase/result", app.settings.public_url, payment.language.prefix());
    let state = URL_SAFE_NO_PAD.encode(&mac(app, &payment.reference)?.finalize().into_bytes()[..BYTES]);
    let mut url = Url::parse(&page).map_err(Problem::internal)?;
    url.query_pairs_mut().append_pair("number", payment.order_number()).append_pair("state", &state);
    Ok(url.into())
}

/// Whether the state is the one of this payment attempt's address; compared in constant time.
///
/// # Errors
/// 500 when the process has no secret.
pub fn matches(app: &App, reference: &str, state: &str) -> Result<bool, Problem> {
    let Ok(state) = URL_SAFE_NO_PAD.decode(state) else { return Ok(false) };
    Ok(state.len() == BYTES && mac(app, reference)?.verify_truncated_left(&state).is_ok())
}

fn mac(app: &App, reference: &str) -> Result<Hmac<Sha256>, Problem> {
    Ok(secret::mac(&app.settings, "manao return from a bank")?.chain_update(reference))
}
