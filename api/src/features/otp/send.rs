//! Making a code and sending it.

use std::net::IpAddr;

use chrono::Duration;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::code::{self, Code};
use super::{Purpose, count, limits};
use crate::app::App;
use crate::problem::{Lang, Problem};
use crate::providers::telecom::Telecom;

/// Who asks for a code. Confirming it takes the same member again.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// None: a visitor
    pub user_id: Option<i64>,
    pub address: Option<IpAddr>,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// To be shown again with the code
    #[schema(value_type = String)]
    reference: Uuid,
    /// Stands in the text too
    ref_code: String,
    /// Seconds that the code can be entered
    expires_in: i64,
    /// Seconds after which another one may be asked for
    resend_in: u32,
}

/// Sends a code to the number. Says nothing about whether anybody has this number here.
///
/// The row stands before the text goes out: what was sent is always counted, also when this process ends meanwhile.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` with `Retry-After`; 503 `telecom_unavailable`.
pub async fn send(app: &App, purpose: Purpose, number: &Msisdn, asker: Asker, lang: Lang) -> Result<Sent, Problem> {
    let address = asker.address.map(limits::counted);
    let life = Duration::minutes(app.settings.otp_life_minutes.into());
    let mut change = app.change().await?;
    if let Err(problem) = limits::check(&mut change, purpose, number, address.as_deref()).await {
        count(purpose, "limited");
        return Err(problem);
    }
    let now = change.now();
    // The older code of the same asker ends. Another's does not: else anybody could end everybody's codes.
    sqlx::query!(
        "update otps set ended_at = $5
         where msisdn = $1 and purpose = $2 and user_id is not distinct from $3 and address is not distinct from $4::text::inet
           and created_at > $5::timestamptz - interval '1 day' and ended_at is null and confirmed_at is null",
        number.international(),
        purpose.as_str(),
        asker.user_id,
        address,
        now,
    )
    .execute(change.conn())
    .await?;
    let (reference, ref_code, code) = (Uuid::new_v4(), code::ref_code(), Code::random());
    sqlx::query!(
        "insert into otps (reference, purpose, msisdn, user_id, address, ref_code, code_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5::text::inet, $6, $7, $8, $9)",
        reference,
        purpose.as_str(),
        number.international(),
        asker.user_id,
        address,
        ref_code,
        code.hash(app, reference)?,
        now,
        now + life,
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;

    let text = code.text(purpose, &ref_code, lang, life, &app.settings.public_url);
    if let Err(error) = Telecom::of(app).sms(number, &text).await {
        count(purpose, "failed");
        sqlx::query!("update otps set failed_at = $2 where reference = $1", reference, app.now()).execute(&app.db).await?;
        return Err(error.into());
    }
    count(purpose, "sent");
    Ok(Sent { reference, ref_code, expires_in: life.num_seconds(), resend_in: app.settings.otp_resend_seconds })
}
