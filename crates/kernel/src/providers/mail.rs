//! Outgoing mail, by SMTP, to the server that the setting `SMTP_URL` names.

use std::time::Duration;

use anyhow::{Context as _, Result};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::PoolConfig;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use uuid::Uuid;

use crate::clock::Clock;
use crate::providers::circuit::Circuit;
use crate::settings::Settings;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Connections that this process keeps to the server, one for each mail queue.
const CONNECTIONS: u32 = 4;
const IDLE: Duration = Duration::from_secs(30);
/// Server codes for a wrong user name or password of ours: not the mail's fault.
const NOT_LET_IN: [u16; 4] = [530, 534, 535, 538];
/// Longest subject; mail programs show no more.
const SUBJECT: usize = 150;

/// The client of the mail server. One per process.
pub struct Mailer {
    transport: Transport,
    from: Mailbox,
    reply_to: Option<Mailbox>,
    timeout: Duration,
    clock: Clock,
    circuit: Circuit,
}

/// A mail to send.
pub struct Outgoing<'a> {
    pub id: Uuid,
    pub to: &'a str,
    pub subject: &'a str,
    pub plain: String,
    pub html: String,
    /// Address that a mail program's unsubscribe button posts to, for mail that can be switched off
    pub unsubscribe: Option<String>,
}

/// A failure to send. None names the recipient, because errors are logged.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server will never accept it, or no mail can be sent to this address at all.
    #[error("refused: {0}")]
    Refused(String),
    /// The server is up and asks us to try again later.
    #[error("not now: {0}")]
    Later(String),
    /// The server is down, too slow, or rejects our login. The mail may still have been accepted.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The server was not contacted, because it failed too often just now.
    #[error("circuit is open")]
    CircuitOpen { retry_after: Duration },
}

impl Mailer {
    /// # Errors
    /// When the settings name no server, or no sender.
    pub fn new(settings: &Settings, clock: Clock) -> Result<Self> {
        let timeout = Duration::from_millis(settings.mail_timeout_ms);
        let transport = Transport::from_url(&settings.smtp_url)
            // Without the cause, because it may contain the password.
            .map_err(|_| anyhow::anyhow!("SMTP_URL is no address of a mail server"))?
            .timeout(Some(timeout))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS).idle_timeout(IDLE))
            .build();
        let mailbox = |text: &str, name| text.parse::<Mailbox>().with_context(|| format!("{name} is no address"));
        Ok(Self {
            transport,
            from: mailbox(&settings.mail_from, "MAIL_FROM")?,
            reply_to: settings.mail_reply_to.as_deref().map(|text| mailbox(text, "MAIL_REPLY_TO")).transpose()?,
            timeout,
            clock,
            circuit: Circuit::default(),
        })
    }

    /// Hands a mail to the server; on return, the server has accepted it.
    ///
    /// # Errors
    /// See [`MailError`].
    pub async fn send(&self, mail: Outgoing<'_>) -> Result<(), MailError> {
        let message = self.message(mail)?;
        self.circuit.enter(self.clock.now()).map_err(|retry_after| MailError::CircuitOpen { retry_after })?;
        let sent = match tokio::time::timeout(self.timeout, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(judged(&error)),
            Err(_) => Err(MailError::Unavailable("time-out".to_owned())),
        };
        match sent {
            Err(MailError::Unavailable(_)) => self.circuit.failed(self.clock.now()),
            _ => self.circuit.answered(),
        }
        sent
    }

    fn message(&self, mail: Outgoing<'_>) -> Result<Message, MailError> {
        let unusable = |error: &dyn std::fmt::Display| MailError::Refused(format!("cannot be written: {error}"));
        // Our addresses are checked when they are entered. A login provider's may be anything.
        let to: Address = mail.to.parse().map_err(|_| MailError::Refused("no address".to_owned()))?;
        if !mail.to.is_ascii() {
            return Err(MailError::Refused("an address that few servers know".to_owned()));
        }
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(one_line(mail.subject))
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())));
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(reply_to.clone());
        }
        let mut message =
            message.multipart(MultiPart::alternative_plain_html(mail.plain, mail.html)).map_err(|error| unusable(&error))?;
        let mut header = |name, value: String| {
            message.headers_mut().insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        };
        // Suppresses automatic replies (RFC 3834).
        header("Auto-Submitted", "auto-generated".to_owned());
        if let Some(address) = mail.unsubscribe {
            header("List-Unsubscribe", format!("<{address}>"));
            header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned());
        }
        Ok(message)
    }
}

/// Classifies a failure. It contains only codes and our own words, because a server's text names the address.
fn judged(error: &lettre::transport::smtp::Error) -> MailError {
    match error.status() {
        Some(code) if NOT_LET_IN.contains(&u16::from(code)) => MailError::Unavailable(format!("{code}: we are not let in")),
        // The server closes the connection, whatever the command was.
        Some(code) if u16::from(code) == 421 => MailError::Unavailable(code.to_string()),
        Some(code) if error.is_permanent() => MailError::Refused(code.to_string()),
        Some(code) => MailError::Later(code.to_string()),
        None if error.is_timeout() => MailError::Unavailable("time-out".to_owned()),
        None if error.is_tls() => MailError::Unavailable("TLS does not come about".to_owned()),
        None => MailError::Unavailable("no connection, or no answer of a mail server".to_owned()),
    }
}

/// Removes everything that could end a header or hide part of it.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SUBJECT).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn mailer(change: impl FnOnce(&mut Settings)) -> Result<Mailer> {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            settings: Settings,
        }
        let mut settings = Only::parse_from(["test"]).settings;
        change(&mut settings);
        Mailer::new(&settings, Clock::system())
    }

    #[tokio::test]
    async fn servers_of_every_kind_are_named_by_a_url() {
        for url in [
            "smtp://127.0.0.1:8025",
            "smtps://user:pass%40word@smtp.example.com:465",
            "smtps://user:password@smtp.example.com",
            "smtp://user:password@smtp.example.com:587?tls=required",
        ] {
            assert!(mailer(|settings| settings.smtp_url = url.to_owned()).is_ok(), "{url}");
        }
        for url in ["", "smtp.example.com", "http://smtp.example.com", "smtp://user:geheim@host?tls=perhaps"] {
            let error = mailer(|settings| settings.smtp_url = url.to_owned()).err().expect(url);
            assert!(!format!("{error:#}").contains("geheim"), "{error:#}");
        }
        assert!(mailer(|settings| settings.mail_from = "nobody".to_owned()).is_err());
        assert!(mailer(|settings| settings.mail_reply_to = Some("help@shop.example".to_owned())).is_ok());
    }

    #[tokio::test]
    async fn a_header_cannot_be_slipped_in() {
        let mailer = mailer(|_| {}).unwrap();
        fn mail<'a>(to: &'a str, subject: &'a str) -> Outgoing<'a> {
            Outgoing {
                id: Uuid::nil(),
                to,
                subject,
                plain: "text".to_owned(),
                html: "<p>text</p>".to_owned(),
                unsubscribe: Some("https://shop.example/api/mail/unsubscribe?token=abc".to_owned()),
            }
        }
        let written =
            |subject: &str| String::from_utf8(mailer.message(mail("a@b.example", subject)).unwrap().formatted()).unwrap();
        let text = written("Hello\r\nBcc: evil@evil.example\r\n\r\nbody");
        assert!(!text.contains("\r\nBcc:"), "{text}");
        assert!(text.contains("List-Unsubscribe: <https://shop.example/api/mail/unsubscribe?token=abc>\r\n"), "{text}");
        assert!(
            text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n") && text.contains("Message-ID: <00000000-")
        );
        assert!(written(&"ก".repeat(10_000)).len() < 4_000);
        for to in ["", "nobody", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "มะนาว@b.example"] {
            assert!(matches!(mailer.message(mail(to, "Hello")), Err(MailError::Refused(_))), "{to:?}");
        }
    }
}
