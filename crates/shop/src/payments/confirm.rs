//! The second step of paying by mobile number: the buyer types the code that the telecom texted, and the telecom takes the
//! money.
//!
//! Nothing is locked while the telecom is asked. Two simultaneous confirmations get the same answer from the telecom, which [`settle`]
//! books once.

use manao_domain::channel::PaymentFlow;
use manao_domain::payment::PaymentStatus;
use manao_domain::settle::ChargeStatus;

use super::row::PaymentRow;
use super::settle::{self, Subject};
use super::store;
use crate::orders::row;
use crate::providers::telecom_charges::TelecomCharges;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::providers::telecom::TelecomError;
use manao_people::otp::Code;

/// Pays the order's waiting attempt with this code. A paid order is left unchanged.
///
/// # Errors
/// 409 `order_state` when no payment by a number is pending, 410 `order_expired`; 422 `otp_wrong` with `triesLeft`,
/// 429 `otp_too_many_tries`, 410 `otp_expired`; 409 `mobile_balance_short`, `mobile_number_suspended`; 503 `telecom_unavailable`,
/// after which the attempt stays pending, unless the money was taken: that is found out within seconds.
pub async fn confirm(app: &App, order_id: i64, code: &Code) -> Result<(), Problem> {
    let Some(Waiting { payment, charge_id, authorization_id }) = waiting(app, order_id).await? else { return Ok(()) };
    let number = payment.number()?;
    match TelecomCharges::new(app).confirm_charge(&charge_id, &number, &authorization_id, code.digits()).await {
        Ok(charge) => {
            settle::apply(app, &charge).await?;
            if charge.status == ChargeStatus::Pending {
                // The telecom takes the money in a while.
                ask_soon(app, payment.id).await?;
            }
            Ok(())
        }
        Err(error) => refused(app, &payment, error).await,
    }
}

/// An attempt that waits for its code.
struct Waiting {
    payment: PaymentRow,
    charge_id: String,
    authorization_id: String,
}

/// Returns the attempt that the code is for; None when the order is paid.
async fn waiting(app: &App, order_id: i64) -> Result<Option<Waiting>, Problem> {
    // Read at one moment: another window may be paying between two reads.
    let mut tx = one_moment(&app.db).await?;
    let order = row::load(&mut tx, order_id).await?;
    if order.paid_at.is_some() {
        return Ok(None);
    }
    order.may_be_paid(app.now())?;
    let by_otp = |payment: &PaymentRow| payment.adapter().flow() == PaymentFlow::Otp;
    let payment = store::newest(&mut tx, order_id).await?.filter(by_otp).ok_or(codes::order_state)?;
    let authorization_id =
        sqlx::query_scalar!("select authorization_id from shop.payments where id = $1", payment.id).fetch_one(&mut *tx).await?;
    match (payment.status, payment.charge_id.clone().zip(authorization_id)) {
        (PaymentStatus::Awaiting, Some((charge_id, authorization_id))) if app.now() < payment.expires_at => {
            Ok(Some(Waiting { payment, charge_id, authorization_id }))
        }
        (PaymentStatus::Awaiting | PaymentStatus::Expired, _) => Err(codes::otp_expired.into()),
        _ => Err(codes::order_state.into()),
    }
}

/// Returns the error for the buyer, after the charge's outcome is settled.
async fn refused(app: &App, payment: &PaymentRow, error: TelecomError) -> Result<(), Problem> {
    let TelecomError::Refused { status, code, hint, .. } = &error else {
        // Whether the money was taken is unknown. The attempt stays pending, and the scheduler asks at its next run.
        ask_soon(app, payment.id).await?;
        return Err(error.into());
    };
    let too_many = || {
        let problem = Problem::new(codes::otp_too_many_tries);
        hint.retry_after.map_or(problem.clone(), |wait| problem.retry_after(wait.as_secs().max(1)))
    };
    if code == "otp_wrong" {
        return Err(match hint.tries_left {
            Some(0) => too_many(),
            left => Problem::new(codes::otp_wrong).param("triesLeft", left),
        });
    }
    // Another window may have confirmed first, or the charge has ended.
    settle::settle(app, Subject::Payment(payment.id)).await?;
    let mut conn = app.db.acquire().await?;
    let order = row::load(&mut conn, payment.order_id).await?;
    if order.paid_at.is_some() {
        return Ok(());
    }
    // The refusals below offer a new code, which is useless once the order is over.
    order.may_be_paid(app.now())?;
    Err(match (*status, code.as_str()) {
        (_, "otp_too_many_tries") => too_many(),
        (_, "otp_expired") => codes::otp_expired.into(),
        (404, _) | (_, "charge_not_open") => codes::order_state.into(),
        _ => error.into(),
    })
}

async fn ask_soon(app: &App, payment_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!("update shop.payments set check_at = $2 where id = $1 and status = 'awaiting'", payment_id, now)
        .execute(change.conn())
        .await?;
    change.commit().await
}
