//! Carrier billing in two steps: a payment reserves its amount and has a code texted to the number, is validated with the code, and takes the
//! money once when it is confirmed.

use std::sync::Arc;

use chrono::{TimeDelta, Utc};

use super::{
    events,
    model::{Payment, Status},
    money,
    numbers::Number,
    refuse,
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids, outbox,
    phone::model::Message,
    refusal::Refusal,
    scheduler::Task,
    store::State,
};

const LIFE: TimeDelta = TimeDelta::minutes(3);
/// Times that a code may be typed.
const TRIES: u32 = 5;
/// The sender of the texts.
pub const SENDER: &str = "MANAO";

/// The payment to be prepared.
pub struct Wanted {
    pub correlator: Option<String>,
    pub reference_code: String,
    pub number: Number,
    pub amount: i64,
    pub description: String,
    pub merchant: Option<String>,
    pub is_tax_included: bool,
    /// Of the text.
    pub is_english: bool,
    pub sink: Option<String>,
}

impl Wanted {
    /// Returns the payment that was prepared under the same key.
    fn known(&self, state: &State) -> Option<Result<Arc<Payment>, Refusal>> {
        let key = self.correlator.as_ref()?;
        let payment = state.telecom_payments.values().find(|payment| payment.correlator.as_ref() == Some(key))?;
        let is_same = payment.amount == self.amount && payment.msisdn == self.number.msisdn;
        Some(is_same.then(|| payment.clone()).ok_or_else(|| refuse::already_exists("clientCorrelator is another payment's")))
    }
}

/// Reserves the amount and texts a code to the number. A known key returns its payment.
pub async fn prepare(app: &Shared, wanted: Wanted) -> Result<Arc<Payment>, Refusal> {
    let now = Utc::now();
    let payment = Arc::new(Payment {
        id: ids::with("tp_"),
        correlator: wanted.correlator.clone(),
        reference_code: wanted.reference_code.clone(),
        server_reference: format!("AIS-{}", ids::digits(12)),
        msisdn: wanted.number.msisdn.clone(),
        amount: wanted.amount,
        description: wanted.description.clone(),
        merchant: wanted.merchant.clone(),
        is_tax_included: wanted.is_tax_included,
        network: wanted.number.network,
        status: Status::PendingValidation,
        authorization_id: ids::with("auth_"),
        code: ids::digits(6),
        sms_reference: ids::letters(4),
        tries: 0,
        denial_reason: None,
        has_expired: false,
        sink: wanted.sink.clone(),
        created_at: now,
        expires_at: now + LIFE,
        paid_at: None,
        refunded: 0,
        settlement: None,
        own_fee: None,
    });
    let message = Arc::new(Message::sms(&payment.msisdn, SENDER, &text(&payment, wanted.is_english)));
    let kept = app
        .store
        .change(|state| {
            if let Some(known) = wanted.known(state) {
                return known;
            }
            wanted.number.may_pay(state, wanted.amount)?;
            state.telecom_payments.put(payment.id.clone(), payment.clone());
            state.messages.put(message.id.clone(), message);
            Ok(payment)
        })
        .await?;
    app.scheduler.at(kept.expires_at, Task::ExpireTelecomPayment(kept.id.clone()));
    Ok(kept)
}

/// Returns the text that carries the code. A person who did not ask for it learns who it is from, what is at stake, and how to stop it.
fn text(payment: &Payment, is_english: bool) -> String {
    let Payment { code, sms_reference, description, .. } = payment;
    let (baht, minutes) = (money::text(payment.amount), LIFE.num_minutes());
    let merchant = payment.merchant.as_deref().unwrap_or("Manao");
    // The code comes first: amounts and order numbers have digits too.
    if is_english {
        format!(
            "{code} is your OTP (Ref: {sms_reference}), valid for {minutes} minutes. Pay {baht} THB to {merchant} for {description}. \
             Do not give this code to anyone. Not you? Nothing is charged without the code; reply STOP to block these texts."
        )
    } else {
        format!(
            "{code} คือรหัส OTP ของคุณ (Ref: {sms_reference}) ใช้ได้ภายใน {minutes} นาที ชำระ {baht} บาท ให้ {merchant} ค่า {description} \
             ห้ามบอกรหัสนี้กับผู้อื่น หากไม่ใช่คุณ จะไม่มีการหักเงินหากไม่ใช้รหัสนี้ ตอบกลับ STOP เพื่อบล็อกข้อความนี้"
        )
    }
}

/// Checks the texted code; a wrong one costs a try.
pub async fn validate(app: &Shared, id: &str, authorization_id: &str, code: &str) -> Result<(), Refusal> {
    app.store
        .change(|state| {
            let payment = state.telecom_payments.row(id).ok_or_else(refuse::not_found)?;
            ensure_pending(payment)?;
            if payment.authorization_id != authorization_id {
                return Err(refuse::invalid_authorization());
            }
            if payment.tries >= TRIES {
                return Err(refuse::validation_failed());
            }
            if payment.code != code {
                payment.tries += 1;
                let left = TRIES - payment.tries;
                return Err(if left == 0 { refuse::validation_failed() } else { refuse::invalid_code(left) });
            }
            payment.status = Status::Reserved;
            Ok(())
        })
        .await
}

fn ensure_pending(payment: &Payment) -> Result<(), Refusal> {
    match payment.status {
        Status::PendingValidation if payment.expires_at > Utc::now() => Ok(()),
        Status::PendingValidation => Err(refuse::validation_expired()),
        Status::Reserved => Err(refuse::already_exists("Payment already validated")),
        Status::Succeeded => Err(refuse::confirmed()),
        Status::Cancelled if payment.has_expired => Err(refuse::validation_expired()),
        Status::Cancelled => Err(refuse::cancelled()),
        Status::Denied => Err(refuse::denied(payment.denial_reason.as_deref().unwrap_or_default())),
    }
}

/// Takes the money of a validated payment.
pub async fn confirm(app: &Shared, id: &str) -> Result<(), Refusal> {
    let payment = find(app, id)?;
    let is_ready = payment.status == Status::Reserved && payment.expires_at > Utc::now();
    let reject = if is_ready { faults::hit(app, Kind::TelecomReject, &payment.subject()) } else { None };
    if let Some(rule) = reject {
        let reason = rule.reason("balance_short");
        end(app, id, Status::Denied, |payment| payment.denial_reason = Some(reason.clone())).await?;
        return Err(refuse::denied(&reason));
    }
    end(app, id, Status::Succeeded, |payment| payment.paid_at = Some(Utc::now())).await
}

pub async fn cancel(app: &Shared, id: &str) -> Result<(), Refusal> {
    end(app, id, Status::Cancelled, |_| {}).await
}

/// Discards a payment that is due; called by the scheduler.
pub async fn expire_if_due(app: &Shared, id: &str) {
    if find(app, id).is_ok_and(|payment| payment.is_open() && payment.expires_at <= Utc::now()) {
        // Confirmed in this very moment: then it does not expire, which is right.
        let _ = end(app, id, Status::Cancelled, |payment| payment.has_expired = true).await;
    }
}

pub fn find(app: &Shared, id: &str) -> Result<Arc<Payment>, Refusal> {
    app.store.read(|state| state.telecom_payments.get(id).cloned()).ok_or_else(refuse::not_found)
}

/// Sets the payment's final state in one change: of two calls at once, the second finds it ended.
async fn end(app: &Shared, id: &str, status: Status, note: impl Fn(&mut Payment)) -> Result<(), Refusal> {
    let mut after = (*find(app, id)?).clone();
    after.status = status;
    note(&mut after);
    let deliveries = events::payment_ended(app, &after);
    app.store
        .change(|state| {
            let stands = state.telecom_payments.row(id).ok_or_else(refuse::not_found)?;
            match stands.status {
                Status::Succeeded => return Err(refuse::confirmed()),
                Status::Cancelled => return Err(refuse::cancelled()),
                Status::Denied => return Err(refuse::denied(stands.denial_reason.as_deref().unwrap_or_default())),
                Status::PendingValidation if status == Status::Succeeded => return Err(refuse::denied("not_validated")),
                Status::PendingValidation | Status::Reserved => {}
            }
            if status == Status::Succeeded && stands.expires_at <= Utc::now() {
                return Err(refuse::cancelled());
            }
            stands.status = status;
            note(stands);
            let (msisdn, amount) = (stands.msisdn.clone(), stands.amount);
            if status == Status::Succeeded {
                state.telecom_spent.add(&msisdn, amount);
            }
            outbox::enqueue(state, &deliveries);
            Ok(())
        })
        .await?;
    outbox::schedule(app, deliveries);
    Ok(())
}
