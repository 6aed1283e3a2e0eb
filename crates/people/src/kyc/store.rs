//! A person's current KYC number, and the rule about changing it.

use crate::pages;
use chrono::{DateTime, Duration, Utc};
use manao_domain::msisdn::Msisdn;
use serde_json::json;
use sqlx::PgConnection;

use crate::inbox::{self, Message, Stream};
use crate::user_log::{self, Kind};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{OnConstraint as _, Problem, codes};
use manao_kernel::text::Text;

pub struct Current {
    pub number: String,
    pub confirmed_at: DateTime<Utc>,
    /// Time from which another number may be confirmed
    pub changeable_at: DateTime<Utc>,
}

impl Current {
    /// Checks that another number may replace this one.
    ///
    /// # Errors
    /// 409 `kyc_number_same`, or `kyc_change_too_early` with `changeableAt`.
    pub fn may_become(&self, number: &Msisdn, now: DateTime<Utc>) -> Result<(), Problem> {
        if self.number == number.international() {
            return Err(codes::kyc_number_same.into());
        }
        if now < self.changeable_at {
            let days = (self.changeable_at - self.confirmed_at).num_days();
            return Err(Problem::new(codes::kyc_change_too_early).param("days", days).with("changeableAt", self.changeable_at));
        }
        Ok(())
    }
}

pub async fn current(app: &App, conn: &mut PgConnection, user_id: i64) -> Result<Option<Current>, sqlx::Error> {
    let fixed = Duration::days(app.settings.kyc_fixed_days.into());
    let row =
        sqlx::query!("select msisdn, confirmed_at from people.kyc_numbers where user_id = $1 and replaced_at is null", user_id)
            .fetch_optional(conn)
            .await?;
    Ok(row.map(|row| Current { number: row.msisdn, confirmed_at: row.confirmed_at, changeable_at: row.confirmed_at + fixed }))
}

/// Makes the number this person's; the previous one becomes history.
///
/// # Errors
/// 409 `kyc_number_same`, `kyc_change_too_early`, `kyc_number_taken`.
pub async fn put(app: &App, change: &mut Change, user_id: i64, number: &Msisdn) -> Result<(), Problem> {
    let now = change.now();
    // If one person confirms two codes at once, the second sees the first one's result. No stronger lock is needed: both already hold a lock on
    // the person's key, which the codes' rows reference.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    if let Some(current) = current(app, change.conn(), user_id).await? {
        current.may_become(number, now)?;
        sqlx::query!("update people.kyc_numbers set replaced_at = $2 where user_id = $1 and replaced_at is null", user_id, now)
            .execute(change.conn())
            .await?;
    }
    sqlx::query!(
        "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) values ($1, $2, $3)",
        user_id,
        number.international(),
        now,
    )
    .execute(change.conn())
    .await
    .on_constraint("kyc_numbers_number", codes::kyc_number_taken)?;
    let days = app.settings.kyc_fixed_days;
    user_log::write(change, user_id, Kind::KycConfirmed, json!({"mobile": number.masked()})).await?;
    let message = Message {
        stream: Stream::Shop,
        kind: "kyc_confirmed",
        title: Text::new("ยืนยันตัวตน (KYC) เรียบร้อยแล้ว", "Identity confirmed (KYC)"),
        body: Text::new(
            format!("ยืนยันตัวตนด้วยเบอร์ {} แล้ว เปลี่ยนเบอร์ได้อีกครั้งหลังครบ {days} วัน", number.masked()),
            format!("Confirmed with the number {}. It can be changed again after {days} days.", number.masked()),
        ),
        href: Some(pages::DASHBOARD.address([])),
        subject: None,
    };
    inbox::write(change, user_id, &message).await
}
