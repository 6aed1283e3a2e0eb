//! Encrypts data that must not be readable in the database, such as voucher codes, and tells whether two codes are the same.

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use rand::RngExt;
use sha2::Sha256;

use crate::app::App;
use crate::problem::Problem;

const NONCE: usize = 24;
/// Derives a separate key for fingerprints: the key that opens codes does nothing else.
const FINGERPRINTS: &[u8] = b"manao voucher code fingerprints 1";

/// XChaCha20-Poly1305 with a random nonce before the ciphertext. The owner of the secret (a serial) is authenticated with it, so that a
/// ciphertext moved to another row cannot be opened.
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
    fingerprints: Hmac<Sha256>,
}

impl Sealer {
    /// Returns a sealer with the key of the settings.
    ///
    /// # Errors
    /// 500 when the key is unusable.
    pub fn from_app(app: &App) -> Result<Self, Problem> {
        Self::new(app.settings.voucher_key.as_deref().unwrap_or_default()).map_err(Problem::internal)
    }

    /// Parses the key: 32 bytes in base64 (setting `VOUCHER_KEY`).
    pub fn new(key: &str) -> Result<Self> {
        let key = STANDARD.decode(key.trim()).context("VOUCHER_KEY is not base64")?;
        let cipher = XChaCha20Poly1305::new_from_slice(&key).map_err(|_| anyhow::anyhow!("VOUCHER_KEY must hold 32 bytes"))?;
        let derived = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&key)?.chain_update(FINGERPRINTS).finalize().into_bytes();
        Ok(Self { cipher, fingerprints: <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&derived)? })
    }

    /// Returns the same bytes for the same code, however it is grouped or written; they reveal nothing without the key.
    pub fn fingerprint(&self, code: &str) -> Vec<u8> {
        let plain: String = code.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_uppercase).collect();
        self.fingerprints.clone().chain_update(plain).finalize().into_bytes().to_vec()
    }

    pub fn seal(&self, secret: &[u8], belongs_to: &[u8]) -> Result<Vec<u8>> {
        let nonce: [u8; NONCE] = rand::rng().random();
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), Payload { msg: secret, aad: belongs_to });
        let mut bytes = nonce.to_vec();
        bytes.extend(sealed.map_err(|_| anyhow::anyhow!("sealing failed"))?);
        Ok(bytes)
    }

    /// Decrypts a secret. Fails when the key differs, or the bytes were changed or belong to something else.
    pub fn open(&self, sealed: &[u8], belongs_to: &[u8]) -> Result<String> {
        let Some((nonce, secret)) = sealed.split_first_chunk::<NONCE>() else { bail!("too short to be sealed") };
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), Payload { msg: secret, aad: belongs_to });
        String::from_utf8(opened.map_err(|_| anyhow::anyhow!("does not open with this key"))?)
            .context("a sealed secret is not text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealer(byte: u8) -> Sealer {
        Sealer::new(&STANDARD.encode([byte; 32])).unwrap()
    }

    #[test]
    fn opens_only_with_the_same_key_and_owner() {
        let sealed = sealer(1).seal(b"K7QF-22", b"MN1").unwrap();
        assert_eq!(sealer(1).open(&sealed, b"MN1").unwrap(), "K7QF-22");
        assert!(sealer(2).open(&sealed, b"MN1").is_err());
        assert!(sealer(1).open(&sealed, b"MN2").is_err());
        assert!(sealer(1).open(&sealed[..10], b"MN1").is_err());
    }

    #[test]
    fn a_code_has_one_fingerprint_however_it_is_written() {
        let one = sealer(1).fingerprint("K7QF-22XY");
        assert_eq!(one.len(), 32);
        for same in ["K7QF22XY", " k7qf 22xy ", "K7-QF-22-XY"] {
            assert_eq!(sealer(1).fingerprint(same), one, "{same}");
        }
        assert_ne!(sealer(1).fingerprint("K7QF-22XZ"), one);
        assert_ne!(sealer(2).fingerprint("K7QF-22XY"), one);
    }

    #[test]
    fn a_key_of_another_length_is_refused() {
        assert!(Sealer::new("c2hvcnQ=").is_err());
    }
}
