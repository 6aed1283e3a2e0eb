//! The signature of counterparties' webhooks and callbacks: hex HMAC-SHA256 of `<timestamp>.<raw body>`. While a secret is being rotated
//! there may be two signatures, comma separated or on separate header lines; either is enough.

use axum::http::HeaderMap;
use base64::Engine as _;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// Seconds by which a webhook's timestamp may differ from our clock. An older one may be a replay.
pub const TOLERANCE_SECONDS: i64 = 300;

/// The key that signs one counterparty's webhooks. Without a readable key nothing is accepted.
pub struct WebhookSecret(Option<Vec<u8>>);

#[derive(Debug, PartialEq, Eq)]
pub enum Rejected {
    /// A header is missing or unreadable
    Unreadable,
    /// The timestamp is more than five minutes away from now
    Stale,
    /// None of the signatures is valid
    False,
}

impl WebhookSecret {
    /// Reads the secret of this setting from base64, as a provider's dashboard may show it.
    pub fn from_base64(setting: &str, secret: &str) -> Self {
        let key = base64::engine::general_purpose::STANDARD.decode(secret.trim()).unwrap_or_default();
        Self::from_bytes(setting, key)
    }

    /// Reads the secret of this setting as it is written.
    pub fn from_text(setting: &str, secret: &str) -> Self {
        Self::from_bytes(setting, secret.as_bytes().to_vec())
    }

    fn from_bytes(setting: &str, key: Vec<u8>) -> Self {
        if key.is_empty() {
            tracing::error!(setting, "no usable secret: nothing that is signed with it will be believed");
            return Self(None);
        }
        Self(Some(key))
    }

    /// # Errors
    ///
    /// The reason why it is not accepted as coming from its counterparty.
    pub fn check(&self, signatures: &str, timestamp: &str, body: &[u8], now: DateTime<Utc>) -> Result<(), Rejected> {
        let seconds: i64 = timestamp.parse().map_err(|_| Rejected::Unreadable)?;
        if now.timestamp().abs_diff(seconds) > TOLERANCE_SECONDS.unsigned_abs() {
            return Err(Rejected::Stale);
        }
        let ours = mac(self.0.as_deref().ok_or(Rejected::False)?, timestamp, body);
        // Every candidate is compared, each in constant time, so that timing reveals nothing about the right one.
        let mut matched = false;
        for candidate in signatures.split(',').take(4) {
            if let Ok(theirs) = hex::decode(candidate.trim()) {
                matched |= bool::from(theirs.as_slice().ct_eq(&ours));
            }
        }
        if matched { Ok(()) } else { Err(Rejected::False) }
    }
}

/// Joins all lines of a header, as if it had been sent on one.
pub fn every_line(headers: &HeaderMap, name: &str) -> String {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",")
}

fn mac(key: &[u8], timestamp: &str, body: &[u8]) -> [u8; 32] {
    #[allow(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "c2FuZGJveC13ZWJob29rLXNlY3JldA==";
    const BODY: &[u8] = br#"{"object":"event"}"#;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn sign(secret: &WebhookSecret, timestamp: &str, body: &[u8]) -> String {
        hex::encode(mac(secret.0.as_deref().unwrap(), timestamp, body))
    }

    #[test]
    fn a_secret_that_is_no_base64_believes_nothing() {
        let secret = WebhookSecret::from_base64("TEST", "not base64!");
        let signature = hex::encode(mac(b"", "1000", BODY));
        assert_eq!(secret.check(&signature, "1000", BODY, at(1000)), Err(Rejected::False));
        let empty = WebhookSecret::from_text("TEST", "");
        assert_eq!(empty.check(&signature, "1000", BODY, at(1000)), Err(Rejected::False));
    }

    #[test]
    fn agrees_with_openssl() {
        // printf '%s.%s' 1795246800 '{"object":"event"}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:…
        let secret = WebhookSecret::from_base64("TEST", SECRET);
        assert_eq!(sign(&secret, "1795246800", BODY), "762b9ce4494bd31a8d18616f1155c657d2ce4cf3be5a9880a839e39f14213f3e");
    }

    #[test]
    fn takes_either_of_two_signatures() {
        let secret = WebhookSecret::from_base64("TEST", SECRET);
        let other = WebhookSecret::from_text("TEST", "other");
        let (ours, theirs) = (sign(&secret, "1000", BODY), sign(&other, "1000", BODY));
        for signatures in [ours.clone(), format!("{ours},{theirs}"), format!("{theirs}, {ours}")] {
            assert_eq!(secret.check(&signatures, "1000", BODY, at(1000)), Ok(()), "{signatures}");
        }
        assert_eq!(secret.check(&theirs, "1000", BODY, at(1000)), Err(Rejected::False));
    }

    #[test]
    fn reads_every_line_of_a_header() {
        let mut headers = HeaderMap::new();
        assert_eq!(every_line(&headers, "omise-signature"), "");
        for signature in ["aa", "bb, cc"] {
            headers.append("omise-signature", signature.parse().unwrap());
        }
        assert_eq!(every_line(&headers, "Omise-Signature"), "aa,bb, cc");
    }

    #[test]
    fn refuses_what_is_false_stale_or_unreadable() {
        let secret = WebhookSecret::from_base64("TEST", SECRET);
        let signature = sign(&secret, "1000", BODY);
        let cases: &[(&str, &str, &[u8], i64, Rejected)] = &[
            ("", "1000", BODY, 1000, Rejected::False),
            ("zz", "1000", BODY, 1000, Rejected::False),
            (&signature[..62], "1000", BODY, 1000, Rejected::False),
            (&signature, "1000", br#"{"object":"other"}"#, 1000, Rejected::False),
            (&signature, "1001", BODY, 1000, Rejected::False),
            (&signature, "1000", BODY, 1301, Rejected::Stale),
            (&signature, "1000", BODY, 699, Rejected::Stale),
            (&signature, "soon", BODY, 1000, Rejected::Unreadable),
            (&signature, "9223372036854775807", BODY, 1000, Rejected::Stale),
            (&signature, "-9223372036854775808", BODY, 1000, Rejected::Stale),
        ];
        for (signatures, timestamp, body, now, expected) in cases {
            assert_eq!(secret.check(signatures, timestamp, body, at(*now)).as_ref(), Err(expected), "{timestamp} {now}");
        }
        assert_eq!(secret.check(&signature, "1000", BODY, at(1300)), Ok(()));
    }
}
