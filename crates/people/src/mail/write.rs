//! Writes a mail, with the change that it reports.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::send::SendMail;
use super::{Kind, Letter};
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::sealing::Sealer;

/// Number of queues for notifications. Each takes at most one worker, so a slow mail server leaves workers for jobs that move money.
const QUEUES: u128 = 3;

/// A one-time code to be sent.
pub struct Code<'a> {
    pub digits: &'a str,
    /// Time after which it can no longer be entered
    pub until: DateTime<Utc>,
}

/// Mails a person at their verified address, in their language. People without a verified address get nothing. The same kind is never sent twice
/// about the same thing.
pub async fn tell(
    change: &mut Change,
    user_id: i64,
    kind: Kind,
    thing: &str,
    letter: impl FnOnce(Lang) -> Letter,
) -> Result<(), Problem> {
    let reader = sqlx::query!(
        r#"select email::text as "email!", language as "language: Lang" from people.users where id = $1 and email_verified_at is not null"#,
        user_id
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(reader) = reader else { return Ok(()) };
    let lang = reader.language;
    to_address(change, user_id, &reader.email, lang, kind, thing, letter(lang)).await
}

/// Mails an address that is, or was, this person's.
pub async fn to_address(
    change: &mut Change,
    user_id: i64,
    address: &str,
    lang: Lang,
    kind: Kind,
    thing: &str,
    letter: Letter,
) -> Result<(), Problem> {
    let until = change.now() + TimeDelta::hours(change.app().settings.mail_tried_hours.into());
    let queue = |id: Uuid| format!("mail.{}", id.as_u128() % QUEUES);
    write(change, Row { user_id, address, lang, kind, thing, letter, code: None, until }, queue).await
}

/// Mails a code to an address to verify. It is stored encrypted until sent.
///
/// # Errors
/// When the database fails, or there is no key.
pub async fn code(
    change: &mut Change,
    user_id: i64,
    address: &str,
    lang: Lang,
    thing: &str,
    letter: Letter,
    code: Code<'_>,
) -> Result<(), Problem> {
    let row =
        Row { user_id, address, lang, kind: Kind::VerificationCode, thing, letter, code: Some(code.digits), until: code.until };
    // A person is waiting for it, so it does not queue behind receipts.
    write(change, row, |_| "mail.codes".to_owned()).await
}

struct Row<'a> {
    user_id: i64,
    address: &'a str,
    lang: Lang,
    kind: Kind,
    thing: &'a str,
    letter: Letter,
    code: Option<&'a str>,
    until: DateTime<Utc>,
}

async fn write(change: &mut Change, row: Row<'_>, queue: impl FnOnce(Uuid) -> String) -> Result<(), Problem> {
    let (id, now) = (Uuid::now_v7(), change.now());
    let code_sealed = match row.code {
        Some(code) => Some(Sealer::from_app(change.app())?.seal(code.as_bytes(), id.as_bytes())?),
        None => None,
    };
    let written = sqlx::query!(
        "insert into people.mails (id, kind, thing, user_id, address, language, letter, code_sealed, created_at, good_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (kind, thing) do nothing",
        id,
        row.kind.as_str(),
        row.thing,
        row.user_id,
        row.address,
        row.lang.as_str(),
        serde_json::to_value(&row.letter)?,
        code_sealed,
        now,
        row.until,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if written == 0 {
        return Ok(());
    }
    let queue = queue(id);
    change.job(&SendMail { id, queue: queue.clone() }, JobOptions { queue: Some(queue), ..JobOptions::default() }).await
}
