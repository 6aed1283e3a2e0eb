//! One-time passwords: generated, texted, checked.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::model::Otp;
use crate::{app::Shared, ids, phone::model::Message, refusal::Refusal, store::State};

const TRIES: u32 = 5;
const RESEND: TimeDelta = TimeDelta::seconds(60);
/// The sender of the texts.
pub const SENDER: &str = "MANAO";

/// Generates a code and the text that carries it. A newer code invalidates the older one of this number and purpose.
pub async fn send(
    app: &Shared,
    msisdn: &str,
    purpose: &str,
    language: &str,
    what: Option<&str>,
    expires_at: DateTime<Utc>,
) -> Result<Arc<Otp>, Refusal> {
    let now = Utc::now();
    let otp = Arc::new(Otp {
        reference: ids::with("otp_"),
        ref_code: ids::letters(4),
        msisdn: msisdn.to_owned(),
        purpose: purpose.to_owned(),
        code: ids::digits(6),
        tries: 0,
        used: false,
        expires_at,
        resend_at: now + RESEND,
    });
    let minutes = ((expires_at - now).num_seconds() + 59).div_euclid(60);
    // The code comes first: amounts and order numbers have digits too.
    let what = what.map(|what| format!(" {what}")).unwrap_or_default();
    let text = if language == "en" {
        format!("Your OTP is {} (Ref: {}), valid for {minutes} minutes. Never share it.{what}", otp.code, otp.ref_code)
    } else {
        format!("รหัส OTP ของคุณคือ {} (Ref: {}) ใช้ได้ภายใน {minutes} นาที ห้ามบอกรหัสนี้กับผู้อื่น{what}", otp.code, otp.ref_code)
    };
    let message = Arc::new(Message::sms(msisdn, SENDER, &text));
    app.store
        .change(|state| {
            let earlier = |o: &Otp| o.msisdn == msisdn && o.purpose == purpose && !o.used;
            if let Some(old) = state.otps.find_mut(earlier) {
                if old.resend_at > now {
                    let seconds = (old.resend_at - now).num_seconds().unsigned_abs() + 1;
                    return Err(Refusal::new(429, "otp_too_soon", "a code was sent just now").retry_after(seconds));
                }
                // At most one is open: each new code invalidates the one before it.
                old.used = true;
            }
            state.otps.put(otp.reference.clone(), otp.clone());
            state.messages.put(message.id.clone(), message);
            Ok(otp)
        })
        .await
}

/// Whether this code would be accepted. Costs no try.
pub fn is_right(state: &State, reference: &str, code: &str) -> bool {
    state.otps.get(reference).is_some_and(|otp| otp.code == code && !otp.used && otp.tries < TRIES && otp.expires_at > Utc::now())
}

/// Checks a code; a right one is used up, a wrong one costs a try.
pub fn check(state: &mut State, reference: &str, code: &str) -> Result<Arc<Otp>, Refusal> {
    let unknown = || Refusal::new(404, "reference_unknown", "no such one-time password");
    let otp = state.otps.row(reference).ok_or_else(unknown)?;
    if otp.tries >= TRIES {
        return Err(Refusal::new(429, "otp_too_many_tries", "ask for a new code"));
    }
    if otp.used || otp.expires_at <= Utc::now() {
        return Err(Refusal::new(410, "otp_expired", "the code is no longer valid"));
    }
    if otp.code != code {
        otp.tries += 1;
        let left = TRIES - otp.tries;
        return Err(Refusal::new(422, "otp_wrong", "wrong code").with("triesLeft", left));
    }
    otp.used = true;
    Ok(Arc::new(otp.clone()))
}
