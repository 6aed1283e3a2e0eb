//! Secrets that a client holds and we store only as a hash (refresh tokens, the browser's login cookie, states), and keys that are derived
//! for one purpose.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::problem::Problem;
use crate::settings::Settings;

/// 256 random bits in base64url. Not printable, so that it stays out of logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn random() -> Self {
        Self(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))
    }

    /// Parses a text from a client, if it has the shape of one of ours.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == 32).then(|| Self(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// Returns the hash that the database stores. It needs no salt: the text is long and random, so it cannot be guessed.
pub fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Returns a MAC for one purpose, keyed with a key that signs nothing else: derived from the key that signs tokens.
///
/// # Errors
/// 500 when the process has no secret.
pub fn mac(settings: &Settings, purpose: &str) -> Result<Hmac<Sha256>, Problem> {
    let secret = settings.jwt_secret.as_deref().filter(|secret| !secret.is_empty());
    let secret = secret.ok_or_else(|| Problem::internal(format!("no secret to derive a key from: {purpose}")))?;
    let mut key = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(Problem::internal)?;
    key.update(purpose.as_bytes());
    Hmac::<Sha256>::new_from_slice(&key.finalize().into_bytes()).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn is_read_back_and_nothing_else_is() {
        let secret = Secret::random();
        assert_ne!(secret, Secret::random());
        assert_eq!(Secret::parse(secret.reveal()), Some(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret");
        for text in ["", "short", &secret.reveal()[1..], &format!("{}A", secret.reveal()), "ส้ม"] {
            assert_eq!(Secret::parse(text), None, "{text:?}");
        }
    }
}
