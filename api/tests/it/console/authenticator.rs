//! A security key in software: makes passkeys and signs with them, as a browser passes it on (WebAuthn level 2, attestation `none`).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// Somebody is there (1), and has shown a finger, a face or a PIN (4).
const VERIFIED: u8 = 0b101;
/// A new key is attached.
const ATTESTED: u8 = 0b100_0000;

pub struct Authenticator {
    site: String,
    key: SigningKey,
    pub id: Vec<u8>,
    uses: u32,
}

impl Authenticator {
    pub fn new(site: &str) -> Self {
        let mut secret = [1; 32];
        secret[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        let key = SigningKey::from_slice(&secret).unwrap();
        Self { site: site.to_owned(), key, id: Uuid::new_v4().as_bytes().to_vec(), uses: 0 }
    }

    /// Answers `navigator.credentials.create` on a page of this origin.
    pub fn create(&mut self, request: &Value, origin: &str) -> Value {
        let mut data = self.data(VERIFIED | ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_sec1_point(false);
        // A map of five: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), x (-2) and y (-3).
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point.as_bytes()[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point.as_bytes()[33..]);
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        self.answer(json!({
            "attestationObject": BASE64.encode(attestation),
            "clientDataJSON": BASE64.encode(client_data("webauthn.create", request, origin)),
        }))
    }

    /// Answers `navigator.credentials.get` on a page of this origin.
    pub fn get(&mut self, request: &Value, origin: &str) -> Value {
        self.uses += 1;
        let data = self.data(VERIFIED);
        let client_data = client_data("webauthn.get", request, origin);
        let signed = [data.clone(), Sha256::digest(&client_data).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        self.answer(json!({
            "authenticatorData": BASE64.encode(data),
            "clientDataJSON": BASE64.encode(client_data),
            "signature": BASE64.encode(signature.to_der()),
            "userHandle": null,
        }))
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.site).to_vec();
        data.push(flags);
        data.extend(self.uses.to_be_bytes());
        data
    }

    fn answer(&self, response: Value) -> Value {
        let id = BASE64.encode(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }
}

fn client_data(kind: &str, request: &Value, origin: &str) -> Vec<u8> {
    let challenge = &request["options"]["publicKey"]["challenge"];
    json!({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false}).to_string().into_bytes()
}
