//! Creates a code and sends it.

use std::net::IpAddr;

use chrono::Duration;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::code::{self, Code};
use super::limits::Requester;
use super::recipient::Recipient;
use super::{Purpose, count, limits, others};
use crate::account::KnownDevice;
use crate::mail;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem};
use manao_kernel::providers::telecom::Telecom;
use manao_kernel::secret::Secret;

/// The requester of a code. Only the same member can confirm it.
#[derive(Clone, Debug)]
pub struct Asker {
    /// None for a visitor
    pub user_id: Option<i64>,
    pub address: Option<IpAddr>,
    /// Secret that identifies the visitor's browser
    pub device: Option<Secret>,
}

impl Asker {
    pub fn member(user_id: i64, address: Option<IpAddr>) -> Self {
        Self { user_id: Some(user_id), address, device: None }
    }

    pub fn visitor(address: Option<IpAddr>, device: Option<Secret>) -> Self {
        Self { user_id: None, address, device }
    }
}

/// A code that is being sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtpSent {
    /// To send back with the code
    #[schema(value_type = String)]
    reference: Uuid,
    /// Also shown in the text or mail
    ref_code: String,
    /// Seconds for which the code can be entered
    expires_in: i64,
    /// Seconds after which another one may be requested
    resend_in: u32,
}

/// Texts a code to the number. Does not reveal whether any account has this number.
///
/// The row is written before the text goes out, so that a sent text always counts, even if this process dies in the meantime.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` with `Retry-After`; 503 `telecom_unavailable`.
pub async fn send(app: &App, purpose: Purpose, number: &Msisdn, asker: Asker, lang: Lang) -> Result<OtpSent, Problem> {
    let made = begin(app, purpose, number, asker).await?;
    if purpose == Purpose::Login && !made.is_own && are_stopped(app, number).await? {
        // The same answer, so that strangers learn nothing.
        count(purpose, "stopped");
        return Ok(made.sent);
    }
    let text = made.code.text(purpose, &made.sent.ref_code, lang, made.life, &app.settings.public_url);
    text_it(app, purpose, number, made, &text).await
}

/// Texts a code by which the number's owner agrees that the member buys these goods for it.
///
/// # Errors
/// The errors of [`send`].
pub async fn send_about(app: &App, number: &Msisdn, asker: Asker, goods: &str, lang: Lang) -> Result<OtpSent, Problem> {
    let purpose = Purpose::PackageConsent;
    let made = begin(app, purpose, number, asker).await?;
    let text = made.code.consent_text(goods, &made.sent.ref_code, lang, made.life);
    text_it(app, purpose, number, made, &text).await
}

/// Creates and records a code for a number.
async fn begin(app: &App, purpose: Purpose, number: &Msisdn, asker: Asker) -> Result<NewOtp, Problem> {
    let (change, made) = make(app, purpose, &Recipient::Number(number.clone()), asker).await?;
    change.commit().await?;
    Ok(made)
}

/// Texts a recorded code.
async fn text_it(app: &App, purpose: Purpose, number: &Msisdn, made: NewOtp, text: &str) -> Result<OtpSent, Problem> {
    if let Err(error) = Telecom::from_app(app).sms(number, text).await {
        count(purpose, "failed");
        let mut change = app.change().await?;
        undelivered(&mut change, made.sent.reference).await?;
        change.commit().await?;
        return Err(error.into());
    }
    count(purpose, "sent");
    Ok(made.sent)
}

/// Mails a code to an address for a member. The mail is written with the row and retried while the code is valid.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` with `Retry-After`.
pub async fn mail(
    app: &App,
    purpose: Purpose,
    address: &str,
    member: i64,
    from: Option<IpAddr>,
    lang: Lang,
) -> Result<OtpSent, Problem> {
    let asker = Asker::member(member, from);
    let (mut change, made) = make(app, purpose, &Recipient::Address(address.to_owned()), asker).await?;
    let letter = Code::letter(purpose, &made.sent.ref_code, lang, made.life);
    let code = mail::Code { digits: made.code.digits(), until: change.now() + made.life };
    mail::code(&mut change, member, address, lang, &made.sent.reference.to_string(), letter, code).await?;
    change.commit().await?;
    count(purpose, "sent");
    Ok(made.sent)
}

/// Marks a code as undelivered, so that it does not count against its recipient.
pub async fn undelivered(change: &mut Change, reference: Uuid) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update people.otps set failed_at = $2 where reference = $1 and failed_at is null and confirmed_at is null",
        reference,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns whether the number's owner has stopped login codes that strangers ask for.
async fn are_stopped(app: &App, number: &Msisdn) -> Result<bool, Problem> {
    let stopped = sqlx::query_scalar!(
        r#"select exists (select from people.users where msisdn = $1 and msisdn_verified_at is not null and login_codes_stopped_at is not null)
           as "stopped!""#,
        number.international()
    )
    .fetch_one(&app.db)
    .await?;
    Ok(stopped)
}

struct NewOtp {
    is_own: bool,
    code: Code,
    sent: OtpSent,
    life: Duration,
}

/// Creates a code and records it, without sending it.
async fn make(app: &App, purpose: Purpose, to: &Recipient, asker: Asker) -> Result<(Change, NewOtp), Problem> {
    let address = asker.address.map(limits::counted);
    let life = Duration::minutes(app.settings.otp_life_minutes.into());
    let known = KnownDevice::find(app, asker.device.as_ref(), &to.key()).await?;
    let device = known.as_ref().map(|known| &known.hash[..]);
    let mut change = app.change().await?;
    let by = Requester { member: asker.user_id, device, address: address.as_deref() };
    let allowed = limits::check(&mut change, purpose, to, &by).await.inspect_err(|_| count(purpose, "limited"))?;
    if let Some(strange) = allowed.strange {
        others::note(&mut change, None, strange).await?;
    }
    let now = change.now();
    // The same requester's older code ends. A code of another requester does not end, or anybody could end everybody's codes.
    sqlx::query!(
        "update people.otps set ended_at = $6
         where (msisdn = $1 or email = $2::text::citext) and purpose = $3 and user_id is not distinct from $4
           and address is not distinct from $5::text::inet and device is not distinct from $7::bytea
           and created_at > $6::timestamptz - interval '1 day' and ended_at is null and confirmed_at is null",
        to.number(),
        to.address(),
        purpose.as_str(),
        asker.user_id,
        address,
        now,
        device,
    )
    .execute(change.conn())
    .await?;
    let (reference, ref_code, code) = (Uuid::new_v4(), code::ref_code(), Code::random());
    sqlx::query!(
        "insert into people.otps (reference, purpose, msisdn, email, user_id, address, ref_code, code_hash, created_at, expires_at, device, is_own)
         values ($1, $2, $3, $4::text::citext, $5, $6::text::inet, $7, $8, $9, $10, $11, $12)",
        reference,
        purpose.as_str(),
        to.number(),
        to.address(),
        asker.user_id,
        address,
        ref_code,
        code.hash(app, reference)?,
        now,
        now + life,
        device,
        allowed.is_own,
    )
    .execute(change.conn())
    .await?;
    let sent = OtpSent { reference, ref_code, expires_in: life.num_seconds(), resend_in: app.settings.otp_resend_seconds };
    Ok((change, NewOtp { is_own: allowed.is_own, code, sent, life }))
}
