//! The job that sends a mail.

use std::time::Duration;

use anyhow::{Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::text_enum;
use rand::RngExt as _;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::kinds::Kind;
use super::letter::Letter;
use super::link::UnsubscribeTarget;
use super::render::RenderedMail;
use super::store;
use crate::otp;
use manao_kernel::app::App;
use manao_kernel::database::JobOptions;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Lang;
use manao_kernel::providers::mail::{MailError, Outgoing};
use manao_kernel::sealing::Sealer;

/// Pause after the first try: five seconds, tripled after each try, six hours at most.
const FIRST_PAUSE: f64 = 5.0;
const LONGEST_PAUSE: f64 = 6.0 * 3600.0;

#[derive(Serialize, Deserialize)]
pub struct SendMail {
    pub id: Uuid,
    pub queue: String,
}

struct Row {
    kind: Kind,
    thing: String,
    user_id: i64,
    address: String,
    language: Lang,
    letter: Option<serde_json::Value>,
    code_sealed: Option<Vec<u8>>,
    good_until: DateTime<Utc>,
    tries: i32,
}

text_enum! {
    /// Final outcome of a mail.
    Outcome {
        Sent = "sent",
        /// The address accepts no mail
        Refused = "refused",
        GivenUp = "given_up",
        SwitchedOff = "switched_off",
    }
}

impl Job for SendMail {
    const NAME: &'static str = "mail.send";

    async fn run(self, app: App) -> Result<()> {
        let Some(row) = self.take(&app).await? else { return Ok(()) };
        let kind = row.kind;
        if row.good_until <= app.now() {
            return self.end(&app, &row, kind, Outcome::GivenUp).await;
        }
        if let Some(topic) = kind.topic()
            && store::switched_off(&app, row.user_id).await?.contains(&topic)
        {
            return self.end(&app, &row, kind, Outcome::SwitchedOff).await;
        }
        match app.mailer.send(self.outgoing(&app, &row, kind)?.as_outgoing()).await {
            Ok(()) => self.end(&app, &row, kind, Outcome::Sent).await,
            Err(MailError::Refused(why)) => {
                tracing::warn!(mail = %self.id, kind = kind.as_str(), why, "a mail was refused");
                self.end(&app, &row, kind, Outcome::Refused).await
            }
            Err(MailError::CircuitOpen { retry_after }) => self.later(&app, &row, kind, "circuit_open", retry_after).await,
            Err(error) => {
                let outcome = if matches!(error, MailError::Later(_)) { "later" } else { "unavailable" };
                tracing::warn!(mail = %self.id, kind = kind.as_str(), tries = row.tries, %error, "a mail waits for another try");
                self.later(&app, &row, kind, outcome, pause(row.tries)).await
            }
        }
    }
}

impl SendMail {
    /// Claims the mail, if it is still to be sent and no other worker is handling it.
    async fn take(&self, app: &App) -> Result<Option<Row>> {
        let now = app.now();
        // Longer than any try lasts: after that, a killed worker no longer holds it.
        let until = now + TimeDelta::milliseconds(i64::try_from(app.settings.mail_timeout_ms)?) + TimeDelta::seconds(10);
        let row = sqlx::query_as!(
            Row,
            r#"update people.mails set tries = tries + 1, taken_until = $3
             where id = $1 and ended_at is null and (taken_until is null or taken_until <= $2)
             returning kind as "kind: Kind", thing, user_id, address, language as "language: Lang", letter, code_sealed, good_until, tries"#,
            self.id,
            now,
            until
        )
        .fetch_optional(&app.db)
        .await?;
        if row.is_some() {
            return Ok(row);
        }
        let waits = sqlx::query_scalar!(
            r#"select exists (select from people.mails where id = $1 and ended_at is null) as "waits!""#,
            self.id
        )
        .fetch_one(&app.db)
        .await?;
        if waits {
            bail!("another worker has this mail in hand")
        }
        Ok(None)
    }

    fn outgoing(&self, app: &App, row: &Row, kind: Kind) -> Result<OutgoingMail> {
        let Some(letter) = row.letter.clone() else { bail!("a mail without a letter") };
        let letter: Letter = serde_json::from_value(letter)?;
        let code = match &row.code_sealed {
            Some(sealed) => Some(Sealer::from_app(app)?.open(sealed, self.id.as_bytes())?),
            None => None,
        };
        let lang = row.language;
        let token = kind.topic().map(|topic| UnsubscribeTarget { user_id: row.user_id, topic }.token(app)).transpose()?;
        let off = kind.topic().zip(token.as_deref());
        let rendered = RenderedMail::new(&letter, code.as_deref(), lang, &app.settings.public_url, off);
        let unsubscribe = token.map(|token| format!("{}/api/mail/unsubscribe?token={token}", app.settings.public_url));
        Ok(OutgoingMail { id: self.id, to: row.address.clone(), rendered, unsubscribe })
    }

    async fn later(&self, app: &App, row: &Row, kind: Kind, outcome: &'static str, wait: Duration) -> Result<()> {
        let at = app.now() + wait;
        if at >= row.good_until {
            return self.end(app, row, kind, Outcome::GivenUp).await;
        }
        count(kind, outcome);
        let mut change = app.change().await?;
        // A try counts only if the server was contacted.
        let tried = i32::from(outcome != "circuit_open");
        sqlx::query!("update people.mails set taken_until = null, tries = tries - 1 + $2 where id = $1", self.id, tried)
            .execute(change.conn())
            .await?;
        let again = SendMail { id: self.id, queue: self.queue.clone() };
        let options = JobOptions { queue: Some(self.queue.clone()), ..JobOptions::at(at) };
        change.job(&again, options.key(format!("mail:{}", self.id))).await?;
        change.commit().await?;
        Ok(())
    }

    /// Ends the mail and deletes its content, which only its reader needs.
    async fn end(&self, app: &App, row: &Row, kind: Kind, outcome: Outcome) -> Result<()> {
        let mut change = app.change().await?;
        let now = change.now();
        sqlx::query!(
            "update people.mails set ended_at = $2, outcome = $3, taken_until = null, letter = null, code_sealed = null
             where id = $1 and ended_at is null",
            self.id,
            now,
            outcome.as_str()
        )
        .execute(change.conn())
        .await?;
        if kind == Kind::VerificationCode && outcome != Outcome::Sent {
            otp::undelivered(&mut change, row.thing.parse()?).await?;
        }
        change.commit().await?;
        count(kind, outcome.as_str());
        Ok(())
    }
}

struct OutgoingMail {
    id: Uuid,
    to: String,
    rendered: RenderedMail,
    unsubscribe: Option<String>,
}

impl OutgoingMail {
    fn as_outgoing(&self) -> Outgoing<'_> {
        Outgoing {
            id: self.id,
            to: &self.to,
            subject: &self.rendered.subject,
            plain: self.rendered.plain.clone(),
            html: self.rendered.html.clone(),
            unsubscribe: self.unsubscribe.clone(),
        }
    }
}

/// Returns the pause after so many tries, with some jitter, so that mails that failed together do not retry together.
fn pause(tries: i32) -> Duration {
    let pause = (FIRST_PAUSE * 3_f64.powi(tries.clamp(1, 12) - 1)).min(LONGEST_PAUSE);
    Duration::from_secs_f64(pause * rand::rng().random_range(0.8..1.2))
}

fn count(kind: Kind, outcome: &'static str) {
    metrics::counter!("manao_mails_total", "kind" => kind.as_str(), "outcome" => outcome).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end_growing() {
        let near = |tries, seconds: f64| {
            let pause = pause(tries).as_secs_f64();
            assert!((0.8 * seconds..=1.2 * seconds).contains(&pause), "{tries}: {pause}");
        };
        near(1, 5.0);
        near(2, 15.0);
        near(5, 405.0);
        near(9, LONGEST_PAUSE);
        near(i32::MAX, LONGEST_PAUSE);
    }
}
