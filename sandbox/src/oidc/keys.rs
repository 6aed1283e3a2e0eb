//! The signing key: generated once, kept in the data folder.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::Context;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use rsa::{
    RsaPrivateKey,
    pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding},
    rand_core::OsRng,
    traits::PublicKeyParts,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Generating a key takes a second in a debug build, so the sandboxes of one test process share one.
static MADE_HERE: Mutex<Option<String>> = Mutex::new(None);

pub struct SigningKey {
    private: EncodingKey,
    public: Value,
    id: String,
    /// Signs access tokens, which only this server reads.
    inner: [u8; 32],
}

/// The claims of an access token.
#[derive(Debug, Serialize, Deserialize)]
pub struct Access {
    pub sub: String,
    pub scope: String,
    pub aud: String,
    pub exp: i64,
}

impl SigningKey {
    /// Reads the key of this folder, or generates one.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("oidc-key.pem");
        let pem = match std::fs::read_to_string(&file) {
            Ok(pem) => pem,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                let pem = make()?;
                write_private(&file, &pem).with_context(|| format!("cannot write {}", file.display()))?;
                pem
            }
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", file.display())),
        };
        let key = RsaPrivateKey::from_pkcs1_pem(&pem).context("the signing key is not readable")?;
        let modulus = URL_SAFE_NO_PAD.encode(key.n().to_bytes_be());
        let exponent = URL_SAFE_NO_PAD.encode(key.e().to_bytes_be());
        let id = hex::encode(&Sha256::digest(modulus.as_bytes())[..8]);
        Ok(Self {
            private: EncodingKey::from_rsa_pem(pem.as_bytes())?,
            public: json!({"kty": "RSA", "use": "sig", "alg": "RS256", "kid": id, "n": modulus, "e": exponent}),
            id,
            inner: Sha256::digest(pem.as_bytes()).into(),
        })
    }

    /// Returns the public part as a JWK.
    pub fn public(&self) -> &Value {
        &self.public
    }

    /// Returns an ID token, RS256.
    pub fn id_token(&self, claims: &Value) -> jsonwebtoken::errors::Result<String> {
        let header = Header { kid: Some(self.id.clone()), ..Header::new(Algorithm::RS256) };
        jsonwebtoken::encode(&header, claims, &self.private)
    }

    /// Returns the subject of an ID token that this key signed, even an expired one.
    pub fn read_id_token(&self, token: &str, client: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct Claims {
            sub: String,
        }
        let part = |name: &str| self.public[name].as_str().unwrap_or_default();
        let key = DecodingKey::from_rsa_components(part("n"), part("e")).ok()?;
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_audience(&[client]);
        validation.validate_exp = false;
        jsonwebtoken::decode::<Claims>(token, &key, &validation).ok().map(|token| token.claims.sub)
    }

    pub fn access_token(&self, access: &Access) -> jsonwebtoken::errors::Result<String> {
        let key = EncodingKey::from_secret(&self.inner);
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), access, &key)
    }

    pub fn read_access_token(&self, token: &str, client: &str) -> Option<Access> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[client]);
        validation.leeway = 0;
        jsonwebtoken::decode::<Access>(token, &DecodingKey::from_secret(&self.inner), &validation).ok().map(|token| token.claims)
    }
}

fn make() -> anyhow::Result<String> {
    let mut made = MADE_HERE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pem) = &*made {
        return Ok(pem.clone());
    }
    let key = RsaPrivateKey::new(&mut OsRng, 2048)?;
    let pem = key.to_pkcs1_pem(LineEnding::LF)?.to_string();
    *made = Some(pem.clone());
    Ok(pem)
}

#[cfg(unix)]
fn write_private(file: &Path, pem: &str) -> std::io::Result<()> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?.write_all(pem.as_bytes())
}

#[cfg(not(unix))]
fn write_private(file: &Path, pem: &str) -> std::io::Result<()> {
    std::fs::write(file, pem)
}
