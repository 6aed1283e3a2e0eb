//! Signatures of webhooks and callbacks: HMAC-SHA256 over `<timestamp>.<raw body>`, lower-case hex.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Returns the signature of `body` sent at `timestamp` (Unix seconds).
pub fn sign(secret: &[u8], timestamp: i64, body: &str) -> String {
    let mut mac = keyed(secret);
    mac.update(timestamp.to_string().as_bytes());
    mac.update(b".");
    mac.update(body.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// Derives bytes from a secret and a text, for values that must be the same every time.
pub fn derive(secret: &[u8], text: &str) -> [u8; 32] {
    let mut mac = keyed(secret);
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

/// Compares in a time that does not depend on where the texts differ.
pub fn same(a: &str, b: &str) -> bool {
    derive(b"compare", a) == derive(b"compare", b)
}

#[allow(clippy::expect_used)]
fn keyed(secret: &[u8]) -> Hmac<Sha256> {
    <Hmac<Sha256> as KeyInit>::new_from_slice(secret).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    #[test]
    fn matches_a_signature_made_elsewhere() {
        // printf '1795246800.{"object":"event"}' | openssl dgst -sha256 -hmac sandbox-webhook-secret
        assert_eq!(
            super::sign(b"sandbox-webhook-secret", 1_795_246_800, r#"{"object":"event"}"#),
            "762b9ce4494bd31a8d18616f1155c657d2ce4cf3be5a9880a839e39f14213f3e"
        );
    }
}
