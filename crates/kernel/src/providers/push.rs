//! Web Push (RFC 8030): a message for one browser, encrypted for it alone (RFC 8291), posted to the push service that the browser named and
//! signed with our key (RFC 8292, "VAPID"). A setting lists the allowed services: we post to no other address.

use std::time::Duration;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use serde::Serialize;
use tokio::sync::OnceCell;
use url::Url;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::p256::pkcs8::EncodePrivateKey as _;
use web_push_native::{Auth, p256};

use crate::clock::Clock;
use crate::providers::circuit::Circuit;
use crate::settings::Settings;

/// Life of a signature. It may be a day at most; ours is shorter, because clocks differ.
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);

/// The client of all push services. One per process.
pub struct PushServices {
    http: reqwest::Client,
    clock: Clock,
    /// Key from the settings, or loaded when it is first needed
    key: OnceCell<VapidKey>,
    subject: String,
    services: Vec<Service>,
}

/// Our key, by which push services identify us.
pub struct VapidKey {
    signing: EncodingKey,
    /// Public key that browsers subscribe with
    pub public: String,
}

impl VapidKey {
    fn parse(text: &str) -> Result<Self> {
        let secret = secret_key(text)?;
        let der = secret.to_pkcs8_der().context("VAPID_PRIVATE_KEY cannot be written as a key")?;
        Ok(Self {
            signing: EncodingKey::from_ec_der(der.as_bytes()),
            public: URL_SAFE_NO_PAD.encode(secret.public_key().to_encoded_point(false).as_bytes()),
        })
    }
}

/// A browser, as it describes itself.
pub struct Browser {
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
}

/// A message to push, and how to deliver it.
pub struct PushMessage<'a> {
    pub text: &'a str,
    /// At most 32 letters, digits, `-` and `_`. A later message of the same topic replaces one that was not delivered yet
    pub topic: &'a str,
    /// How long it is worth delivering
    pub good_for: Duration,
    pub urgent: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has accepted it
    Taken,
    /// The browser no longer exists
    Gone,
    /// Not now; with the pause that the push service asks for
    Later(Option<Duration>),
    /// Never; with the status of the answer
    Refused(u16),
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

impl PushServices {
    /// # Errors
    /// When the key or an address in the settings is unusable.
    pub fn new(settings: &Settings, http: reqwest::Client, clock: Clock) -> Result<Self> {
        let key = settings.vapid_private_key.as_deref().map(VapidKey::parse).transpose()?;
        // Plain http is for a developer's own machine: a shop that is served by https posts to no such address.
        let services =
            settings.push_services.iter().filter(|service| !settings.secure_cookies() || service.starts_with("https:"));
        Ok(Self {
            http,
            clock,
            key: OnceCell::new_with(key),
            subject: settings.vapid_subject.clone(),
            services: services.map(|service| Service::parse(service)).collect::<Result<_>>()?,
        })
    }

    /// Returns the key of the settings, else the one from `load`, kept for the process.
    ///
    /// # Errors
    /// The error of `load`, or that its key is invalid.
    pub async fn key(&self, load: impl Future<Output = Result<String>>) -> Result<&VapidKey> {
        self.key.get_or_try_init(|| async { VapidKey::parse(&load.await?) }).await
    }

    /// Returns the stored form of an address at a push service that we know.
    pub fn known(&self, endpoint: &str) -> Option<String> {
        Url::parse(endpoint).ok().filter(|url| self.service(url).is_some()).map(String::from)
    }

    fn service(&self, endpoint: &Url) -> Option<&Service> {
        self.services.iter().find(|service| service.holds(endpoint))
    }

    /// Returns whether a browser's keys are valid: a point of the curve, and 16 bytes.
    pub fn are_keys(p256dh: &[u8], auth: &[u8]) -> bool {
        p256dh.len() == 65 && auth.len() == 16 && p256::PublicKey::from_sec1_bytes(p256dh).is_ok()
    }

    /// Hands a message to the browser's push service.
    pub async fn send(&self, key: &VapidKey, browser: &Browser, message: PushMessage<'_>) -> Pushed {
        let Ok(url) = Url::parse(&browser.endpoint) else { return Pushed::Gone };
        // The setting may have changed since the browser subscribed.
        let Some(service) = self.service(&url) else { return Pushed::Gone };
        let (Some(body), Ok(headers)) = (encrypted(browser, message.text), self.headers(key, &url, &message)) else {
            return Pushed::Refused(0);
        };
        if let Err(wait) = service.circuit.enter(self.clock.now()) {
            return Pushed::Later(Some(wait));
        }
        let answer = self.http.post(url).headers(headers).body(body).send().await;
        let pushed = match answer {
            Ok(answer) => judged(answer.status(), answer.headers(), self.clock.now()),
            Err(_) => Pushed::Later(None),
        };
        match pushed {
            Pushed::Later(None) => service.circuit.failed(self.clock.now()),
            _ => service.circuit.answered(),
        }
        pushed
    }

    fn headers(&self, key: &VapidKey, endpoint: &Url, message: &PushMessage<'_>) -> Result<HeaderMap> {
        let audience = endpoint.origin().ascii_serialization();
        // Use real time: tests cannot move the push service's clock.
        let claims =
            Claims { aud: &audience, exp: (self.clock.to_system(self.clock.now()) + SIGNED_FOR).timestamp(), sub: &self.subject };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &key.signing)?;
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, format!("vapid t={token}, k={}", key.public).parse()?);
        headers.insert(CONTENT_ENCODING, "aes128gcm".parse()?);
        headers.insert(CONTENT_TYPE, "application/octet-stream".parse()?);
        headers.insert("ttl", message.good_for.as_secs().to_string().parse()?);
        headers.insert("urgency", if message.urgent { "high" } else { "normal" }.parse()?);
        headers.insert("topic", message.topic.parse()?);
        Ok(headers)
    }
}

fn secret_key(text: &str) -> Result<p256::SecretKey> {
    // Tools that create keys use either base64 alphabet.
    let text = text.trim().trim_end_matches('=');
    let bytes = URL_SAFE_NO_PAD
        .decode(text)
        .or_else(|_| STANDARD.decode(format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4))))
        .context("VAPID_PRIVATE_KEY is not base64")?;
    p256::SecretKey::from_slice(&bytes).map_err(|_| anyhow::anyhow!("VAPID_PRIVATE_KEY must hold a key of 32 bytes"))
}

fn encrypted(browser: &Browser, text: &str) -> Option<Vec<u8>> {
    let key = p256::PublicKey::from_sec1_bytes(&browser.p256dh).ok()?;
    let auth = Auth::from(<[u8; 16]>::try_from(browser.auth.as_slice()).ok()?);
    web_push_native::encrypt(text.as_bytes().to_vec(), &key, &auth).ok()
}

fn judged(status: StatusCode, headers: &HeaderMap, now: DateTime<Utc>) -> Pushed {
    match status {
        _ if status.is_success() => Pushed::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Pushed::Gone,
        StatusCode::TOO_MANY_REQUESTS => Pushed::Later(Some(retry_after(headers, now).unwrap_or(Duration::from_secs(60)))),
        _ if status.is_server_error() => Pushed::Later(retry_after(headers, now)),
        _ => Pushed::Refused(status.as_u16()),
    }
}

/// Reads `Retry-After`: seconds, or a date.
fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let date = || (DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now).to_std().ok();
    text.parse().ok().map(Duration::from_secs).or_else(date)
}

/// An address below which a push service accepts messages.
struct Service {
    scheme: String,
    /// Host; with `below`, any host below it
    host: String,
    below: bool,
    port: Option<u16>,
    path: String,
    circuit: Circuit,
}

impl Service {
    fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let below = text.contains("://*.");
        let url =
            Url::parse(&text.replacen("://*.", "://", 1)).with_context(|| format!("PUSH_SERVICES: {text} is no address"))?;
        let host = url.host_str().with_context(|| format!("PUSH_SERVICES: {text} has no host"))?.to_owned();
        let path = format!("{}/", url.path().trim_end_matches('/'));
        Ok(Self { scheme: url.scheme().to_owned(), host, below, port: url.port(), path, circuit: Circuit::default() })
    }

    fn holds(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        let named = if self.below {
            host.strip_suffix(&self.host).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
        } else {
            host == self.host
        };
        let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        named && plain && url.scheme() == self.scheme && url.port() == self.port && url.path().starts_with(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn services(change: impl FnOnce(&mut Settings)) -> Result<PushServices> {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            settings: Settings,
        }
        let mut settings = Only::parse_from(["test"]).settings;
        settings.vapid_private_key = Some("RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw".to_owned());
        change(&mut settings);
        PushServices::new(&settings.filled(), crate::app::http_client(Duration::from_secs(1))?, Clock::system())
    }

    #[test]
    fn only_addresses_of_known_services_are_posted_to() {
        let known = services(|_| ()).unwrap();
        for address in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/abc",
            "https://wns2-sg2p.notify.windows.com/w/?token=abc",
            "http://localhost:8090/push/abc",
        ] {
            assert!(known.known(address).is_some(), "{address}");
        }
        for address in [
            "",
            "https://example.com/push/abc",
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://fcm.googleapis.com.example.com/fcm/send/abc",
            "https://fcm.googleapis.com@example.com/fcm/send/abc",
            "https://me@fcm.googleapis.com/fcm/send/abc",
            "https://xpush.apple.com/abc",
            "https://push.apple.com/abc",
            "https://127.0.0.1/push/abc",
            "http://[::1]:8090/push/abc",
            "http://localhost:8090/opn/charges",
            "http://localhost:8090/push/../opn/charges",
            "http://localhost:8091/push/abc",
            "file:///etc/passwd",
        ] {
            assert!(known.known(address).is_none(), "{address}");
        }
        let written = known.known("HTTPS://FCM.googleapis.com:443/fcm/./send/abc");
        assert_eq!(written.as_deref(), Some("https://fcm.googleapis.com/fcm/send/abc"), "one address, however it is written");
        let served = services(|settings| settings.public_url = "https://shop.example".to_owned()).unwrap();
        assert!(served.known("http://localhost:8090/push/abc").is_none(), "a real shop posts to no machine of its own");
        assert!(served.known("https://fcm.googleapis.com/fcm/send/abc").is_some());
    }

    #[tokio::test]
    async fn a_key_is_read_however_its_base64_is_written() {
        let wanted = services(|_| ()).unwrap();
        async fn none() -> Result<String> {
            anyhow::bail!("it is set")
        }
        let wanted = &wanted.key(none()).await.unwrap().public;
        let same =
            services(|settings| settings.vapid_private_key = Some("RS0WdYWWo1HajXg3NZR1olzCf31i+ZBGDkFyCs7j1jw=".to_owned()));
        assert_eq!(&same.unwrap().key(none()).await.unwrap().public, wanted);
        let unset = services(|settings| settings.vapid_private_key = None).unwrap();
        let loaded = unset.key(async { Ok("RS0WdYWWo1HajXg3NZR1olzCf31i+ZBGDkFyCs7j1jw=".to_owned()) }).await;
        assert_eq!(&loaded.unwrap().public, wanted, "the one that all processes share");
        for wrong in ["c2hvcnQ=", "not base64 at all"] {
            assert!(services(|settings| settings.vapid_private_key = Some(wrong.to_owned())).is_err(), "{wrong}");
        }
    }

    #[test]
    fn answers_say_what_becomes_of_a_message() {
        let judge = |status: u16, wait: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(wait) = wait {
                headers.insert(RETRY_AFTER, wait.parse().unwrap());
            }
            judged(StatusCode::from_u16(status).unwrap(), &headers, "2026-11-23T10:00:00Z".parse().unwrap())
        };
        assert_eq!(judge(201, None), Pushed::Taken);
        assert_eq!(judge(410, None), Pushed::Gone);
        assert_eq!(judge(404, None), Pushed::Gone);
        assert_eq!(judge(403, None), Pushed::Refused(403));
        assert_eq!(judge(500, None), Pushed::Later(None));
        let seconds = |seconds| Pushed::Later(Some(Duration::from_secs(seconds)));
        assert_eq!(judge(429, Some("7")), seconds(7));
        assert_eq!(judge(429, None), seconds(60));
        assert_eq!(judge(503, Some("Mon, 23 Nov 2026 10:02:00 GMT")), seconds(120));
    }
}
