//! Carrier billing: a charge waits for the one-time password, then takes the money once.

use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use serde_json::json;

use super::{
    model::{Status, TelecomCharge},
    numbers::{self, Number},
    otp,
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids,
    outbox::{self, Delivery, Parcel, Sender},
    refusal::Refusal,
    scheduler::Task,
};

const LIFE: TimeDelta = TimeDelta::minutes(3);

/// The charge to be made.
pub struct Wanted {
    pub reference: String,
    pub number: Number,
    pub amount: i64,
    pub description: Option<String>,
    pub language: String,
    pub callback_url: Option<String>,
}

/// Step one: sends a code to the number. A known reference returns its charge.
pub async fn begin(app: &Shared, wanted: Wanted) -> Result<Arc<TelecomCharge>, Refusal> {
    let known = |state: &crate::store::State| state.telecom_charges.values().find(|c| c.reference == wanted.reference).cloned();
    if let Some(charge) = app.store.read(known) {
        return Ok(charge);
    }
    wanted.number.may_pay(app, wanted.amount)?;
    let now = Utc::now();
    let expires_at = now + LIFE;
    let purpose = format!("charge {}", wanted.reference);
    let baht = format!("{}.{:02}", wanted.amount / 100, wanted.amount % 100);
    let what = wanted.description.as_deref().unwrap_or("Manao");
    // A person who did not ask for it learns who it is from, what is at stake, and how to stop it.
    let what = if wanted.language == "en" {
        format!("Pay {baht} THB to {what}. Not you? Nothing is charged without the code; reply STOP to block these texts.")
    } else {
        format!("ชำระ {baht} บาท ให้ {what} หากไม่ใช่คุณ จะไม่มีการหักเงินหากไม่ใช้รหัสนี้ ตอบกลับ STOP เพื่อบล็อกข้อความนี้")
    };
    let msisdn = wanted.number.msisdn.clone();
    let sent = otp::send(app, &msisdn, &purpose, &wanted.language, Some(&what), expires_at).await?;
    let charge = Arc::new(TelecomCharge {
        id: ids::with("tc_"),
        reference: wanted.reference.clone(),
        msisdn,
        amount: wanted.amount,
        network: wanted.number.network,
        status: Status::OtpSent,
        otp: sent.reference.clone(),
        ref_code: sent.ref_code.clone(),
        reason: None,
        callback_url: wanted.callback_url.clone(),
        created_at: now,
        expires_at,
        captured_at: None,
        settlement: None,
        own_fee: None,
    });
    let kept = app
        .store
        .change(|state| {
            known(state).unwrap_or_else(|| {
                state.telecom_charges.put(charge.id.clone(), charge.clone());
                charge
            })
        })
        .await;
    app.scheduler.at(kept.expires_at, Task::ExpireTelecomCharge(kept.id.clone()));
    Ok(kept)
}

/// Step two: with the right code, takes the money. A charge that is already captured is returned again.
pub async fn confirm(app: &Shared, id: &str, code: &str) -> Result<Arc<TelecomCharge>, Refusal> {
    let charge = find(app, id)?;
    match charge.status {
        Status::Captured => return Ok(charge),
        Status::Expired => {
            return Err(Refusal::new(410, "charge_expired", "the charge has expired"));
        }
        Status::Failed | Status::Cancelled => return Err(not_open()),
        Status::OtpSent => {}
    }
    if charge.expires_at <= Utc::now() {
        end(app, id, Status::Expired, None).await?;
        return Err(Refusal::new(410, "charge_expired", "the charge has expired"));
    }
    if app.store.read(|state| otp::is_right(state, &charge.otp, code))
        && let Some(rule) = faults::hit(app, Kind::TelecomReject, &charge.subject())
    {
        let reason = rule.reason("balance_short");
        end(app, id, Status::Failed, Some(reason.clone())).await?;
        return Err(Refusal::new(409, reason, "refused (fault)"));
    }
    match settle(app, id, Status::Captured, None, Some(code)).await {
        Err(short) if matches!(short.code.as_str(), "balance_short" | "credit_short") => {
            // The code is used up, so this charge fails.
            end(app, id, Status::Failed, Some(short.code.clone())).await?;
            Err(short)
        }
        settled => settled,
    }
}

pub async fn cancel(app: &Shared, id: &str) -> Result<Arc<TelecomCharge>, Refusal> {
    let charge = find(app, id)?;
    if charge.status == Status::Cancelled {
        return Ok(charge);
    }
    end(app, id, Status::Cancelled, None).await
}

/// Expires a charge that is due; called by the scheduler.
pub async fn expire_if_due(app: &Shared, id: &str) {
    if find(app, id).is_ok_and(|c| !c.is_final() && c.expires_at <= Utc::now()) {
        // Confirmed in this very moment: then it does not expire, which is right.
        let _ = end(app, id, Status::Expired, None).await;
    }
}

pub fn find(app: &Shared, id: &str) -> Result<Arc<TelecomCharge>, Refusal> {
    app.store
        .read(|state| state.telecom_charges.get(id).cloned())
        .ok_or_else(|| Refusal::new(404, "charge_unknown", format!("no charge {id}")))
}

fn not_open() -> Refusal {
    Refusal::new(409, "charge_not_open", "the charge has ended")
}

async fn end(app: &Shared, id: &str, status: Status, reason: Option<String>) -> Result<Arc<TelecomCharge>, Refusal> {
    settle(app, id, status, reason, None).await
}

/// Sets the charge's final state, in one change that also uses up the code: of two at once, the second finds it done.
async fn settle(
    app: &Shared,
    id: &str,
    status: Status,
    reason: Option<String>,
    code: Option<&str>,
) -> Result<Arc<TelecomCharge>, Refusal> {
    let before = find(app, id)?;
    let number = numbers::read(&before.msisdn)?;
    let mut after = (*before).clone();
    after.status = status;
    after.reason = reason;
    after.captured_at = (status == Status::Captured).then(Utc::now);
    let deliveries = callback(app, &after);
    let after = Arc::new(after);
    let done = app
        .store
        .change(|state| {
            let stands = state.telecom_charges.get(id).cloned().ok_or_else(not_open)?;
            if stands.is_final() {
                return if code.is_some() && stands.status == status { Ok(stands) } else { Err(not_open()) };
            }
            if let Some(code) = code {
                otp::check(state, &stands.otp, code)?;
            }
            if status == Status::Captured {
                if number.left(state) < stands.amount {
                    return Err(number.short());
                }
                state.telecom_spent.add(&stands.msisdn, stands.amount);
            }
            state.telecom_charges.put(id, after.clone());
            outbox::enqueue(state, &deliveries);
            Ok(after)
        })
        .await?;
    outbox::schedule(app, deliveries);
    Ok(done)
}

fn callback(app: &Shared, charge: &TelecomCharge) -> Vec<Delivery> {
    let url = charge.callback_url.clone().or_else(|| app.settings.telecom_callback_url.clone());
    let event = match charge.status {
        Status::Captured => "charge.captured",
        Status::Failed => "charge.failed",
        Status::Expired => "charge.expired",
        Status::Cancelled => "charge.cancelled",
        Status::OtpSent => return Vec::new(),
    };
    url.map_or_else(Vec::new, |url| {
        let body = json!({"event": event, "charge": charge.show()}).to_string();
        let event = ids::with("cb_");
        let parcel = Parcel { sender: Sender::Telecom, url, event, group: None, body };
        outbox::plan(app, parcel, &charge.subject())
    })
}
