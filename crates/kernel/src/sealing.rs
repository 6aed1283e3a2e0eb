//! Encrypts data that must not be readable in the database, such as voucher codes, and tells whether two codes are the same.

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use rand::RngExt;
use sha2::Sha256;

use crate::app::App;
use crate::problem::Problem;
use crate::settings::Settings;

const NONCE: usize = 24;
/// Derives the key of fingerprints.
const FINGERPRINTS: &[u8] = b"manao voucher code fingerprints 1";

/// Beginning of a value that names its key; older values begin with their nonce, and may have been sealed with any key.
const MARK: &[u8; 4] = b"MKS1";
const KEY_ID: usize = 4;
/// Derives the name of a key, which says nothing about it.
const KEY_IDS: &[u8] = b"manao sealing key id 1";

/// XChaCha20-Poly1305 with the key's id and a random nonce before the ciphertext. The owner of the secret (a serial) is authenticated with it,
/// so that a ciphertext moved to another row cannot be opened.
#[derive(Clone)]
pub struct Sealer {
    /// Seals, and opens what it sealed
    key: Key,
    /// Keys of before, which only open
    older: Vec<Key>,
    fingerprints: Hmac<Sha256>,
}

#[derive(Clone)]
struct Key {
    id: [u8; KEY_ID],
    cipher: XChaCha20Poly1305,
}

impl Key {
    fn parse(key: &str) -> Result<Self> {
        let key = STANDARD.decode(key.trim()).context("VOUCHER_KEY is not base64")?;
        let cipher = XChaCha20Poly1305::new_from_slice(&key).map_err(|_| anyhow::anyhow!("VOUCHER_KEY must hold 32 bytes"))?;
        let name = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&key)?.chain_update(KEY_IDS).finalize().into_bytes();
        let id = *name.first_chunk().context("a key's id")?;
        Ok(Self { id, cipher })
    }

    fn open(&self, sealed: &[u8], belongs_to: &[u8]) -> Option<Vec<u8>> {
        let (nonce, secret) = sealed.split_first_chunk::<NONCE>()?;
        self.cipher.decrypt(&XNonce::from(*nonce), Payload { msg: secret, aad: belongs_to }).ok()
    }
}

impl Sealer {
    /// Returns a sealer with the keys of the settings.
    ///
    /// # Errors
    /// 500 when a key is unusable.
    pub fn from_app(app: &App) -> Result<Self, Problem> {
        Self::from_settings(&app.settings).map_err(Problem::internal)
    }

    /// Does the same before there is an app.
    ///
    /// # Errors
    /// When a key is unusable.
    pub fn from_settings(settings: &Settings) -> Result<Self> {
        let key = settings.voucher_key.as_deref().unwrap_or_default();
        let older: Vec<&str> = settings.voucher_old_keys.iter().flat_map(|keys| keys.split(',')).map(str::trim).collect();
        // Fingerprints stay as the first key made them.
        let first = settings.voucher_fingerprint_key.as_deref().or(older.last().copied()).unwrap_or(key);
        let older = older.iter().map(|key| Key::parse(key).context("VOUCHER_OLD_KEYS")).collect::<Result<_>>()?;
        Ok(Self { key: Key::parse(key)?, older, fingerprints: fingerprints(first).context("VOUCHER_FINGERPRINT_KEY")? })
    }

    /// Returns a sealer with one key: 32 bytes in base64 (setting `VOUCHER_KEY`).
    ///
    /// # Errors
    /// When the key is unusable.
    pub fn new(key: &str) -> Result<Self> {
        Ok(Self { key: Key::parse(key)?, older: Vec::new(), fingerprints: fingerprints(key)? })
    }

    /// Returns the same bytes for the same code, however it is grouped or written; they reveal nothing without the key.
    pub fn fingerprint(&self, code: &str) -> Vec<u8> {
        let plain: String = code.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_uppercase).collect();
        self.fingerprints.clone().chain_update(plain).finalize().into_bytes().to_vec()
    }

    /// Returns the beginning of everything that is sealed with the present key.
    pub fn prefix(&self) -> Vec<u8> {
        [MARK.as_slice(), &self.key.id].concat()
    }

    /// # Errors
    /// When encrypting fails.
    pub fn seal(&self, secret: &[u8], belongs_to: &[u8]) -> Result<Vec<u8>> {
        let nonce: [u8; NONCE] = rand::rng().random();
        let sealed = self.key.cipher.encrypt(&XNonce::from(nonce), Payload { msg: secret, aad: belongs_to });
        let mut bytes = self.prefix();
        bytes.extend(nonce);
        bytes.extend(sealed.map_err(|_| anyhow::anyhow!("sealing failed"))?);
        Ok(bytes)
    }

    /// Decrypts a secret.
    ///
    /// # Errors
    /// When none of our keys sealed it, or the bytes were changed or belong to something else.
    pub fn open(&self, sealed: &[u8], belongs_to: &[u8]) -> Result<String> {
        let opened = self.open_bytes(sealed, belongs_to).context("does not open with our keys")?;
        String::from_utf8(opened).context("a sealed secret is not text")
    }

    /// Seals a secret again with the present key.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn renew(&self, sealed: &[u8], belongs_to: &[u8]) -> Result<Vec<u8>> {
        self.seal(&self.open_bytes(sealed, belongs_to).context("does not open with our keys")?, belongs_to)
    }

    fn open_bytes(&self, sealed: &[u8], belongs_to: &[u8]) -> Option<Vec<u8>> {
        let mut keys = std::iter::once(&self.key).chain(&self.older);
        let named = sealed.strip_prefix(MARK).and_then(|rest| rest.split_first_chunk::<KEY_ID>());
        if let Some((id, rest)) = named
            && let Some(key) = keys.clone().find(|key| key.id == *id)
            && let Some(opened) = key.open(rest, belongs_to)
        {
            return Some(opened);
        }
        keys.find_map(|key| key.open(sealed, belongs_to))
    }
}

/// Derives a separate key for fingerprints: the key that opens codes does nothing else.
fn fingerprints(key: &str) -> Result<Hmac<Sha256>> {
    let key = STANDARD.decode(key.trim()).context("not base64")?;
    let derived = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&key)?.chain_update(FINGERPRINTS).finalize().into_bytes();
    Ok(<Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&derived)?)
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
    fn a_key_of_before_opens_and_the_present_one_seals_again() {
        let keys = |present: u8, older: &[u8]| Sealer {
            older: older.iter().map(|byte| Key::parse(&STANDARD.encode([*byte; 32])).unwrap()).collect(),
            ..sealer(present)
        };
        let old = sealer(1).seal(b"K7QF-22", b"MN1").unwrap();
        // As it was sealed before values named their key.
        let oldest = &old[MARK.len() + KEY_ID..];
        for sealed in [&old[..], oldest] {
            assert!(sealer(2).open(sealed, b"MN1").is_err());
            let both = keys(2, &[3, 1]);
            assert_eq!(both.open(sealed, b"MN1").unwrap(), "K7QF-22");
            assert!(both.open(sealed, b"MN2").is_err() && !sealed.starts_with(&both.prefix()));
            let renewed = both.renew(sealed, b"MN1").unwrap();
            assert!(renewed.starts_with(&sealer(2).prefix()));
            assert_eq!(sealer(2).open(&renewed, b"MN1").unwrap(), "K7QF-22");
            assert!(sealer(1).open(&renewed, b"MN1").is_err());
        }
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
