//! The link that switches a kind of mail off, without logging in. It names the person and the kind, is signed with its own key, and works
//! for nothing else. It never expires, because mail is read late.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::kinds::Topic;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::secret;

/// Longest token of ours.
const LONGEST: usize = 128;

/// The person and the kind of mail that a link unsubscribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsubscribeTarget {
    pub user_id: i64,
    pub topic: Topic,
}

impl UnsubscribeTarget {
    /// # Errors
    /// 500 when the process has no secret.
    pub fn token(self, app: &App) -> Result<String, Problem> {
        let said = self.said();
        let mac = URL_SAFE_NO_PAD.encode(mac(app, &said)?.finalize().into_bytes());
        Ok(format!("{said}.{mac}"))
    }

    /// # Errors
    ///
    /// 404 `mail_link_invalid` for anything that is not one of our tokens.
    pub fn parse(app: &App, token: &str) -> Result<Self, Problem> {
        let parts = token.rsplit_once('.').filter(|_| token.len() <= LONGEST);
        let (said, signature) = parts.ok_or(codes::mail_link_invalid)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| codes::mail_link_invalid)?;
        mac(app, said)?.verify_slice(&signature).map_err(|_| codes::mail_link_invalid)?;
        let (user_id, topic) = said.split_once('.').ok_or(codes::mail_link_invalid)?;
        let user_id = user_id.parse().map_err(|_| codes::mail_link_invalid)?;
        Ok(Self { user_id, topic: topic.parse().map_err(|_| codes::mail_link_invalid)? })
    }

    fn said(self) -> String {
        format!("{}.{}", self.user_id, self.topic.as_str())
    }
}

fn mac(app: &App, said: &str) -> Result<Hmac<Sha256>, Problem> {
    Ok(secret::mac(&app.settings, "manao mail that is switched off")?.chain_update(said))
}
