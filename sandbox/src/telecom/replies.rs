//! Replies of a number's owner to a text: `STOP` blocks payment texts to it, `START` allows them again. Nobody else can, as the
//! reply comes from the number itself.

use std::sync::Arc;

use super::{numbers, payments::SENDER};
use crate::{app::Shared, phone::model::Message, refusal::Refusal};

const STOPPED: &str = "เบอร์นี้จะไม่ได้รับรหัสชำระเงินจากร้านอีก ตอบกลับ START เพื่อรับอีกครั้ง\n\
    This number gets no more payment codes from the shop. Reply START to allow them again.";
const STARTED: &str = "เบอร์นี้รับรหัสชำระเงินจากร้านได้อีกครั้ง ตอบกลับ STOP เพื่อบล็อก\n\
    This number may get payment codes from the shop again. Reply STOP to block them.";

/// Takes an answer from a number; other words than the two mean nothing.
pub async fn take(app: &Shared, from: &str, text: &str) -> Result<(), Refusal> {
    let number = numbers::read(from)?;
    let (blocked, told) = match text.trim().to_ascii_uppercase().as_str() {
        "STOP" => (true, STOPPED),
        "START" => (false, STARTED),
        _ => return Ok(()),
    };
    let message = Arc::new(Message::sms(&number.msisdn, SENDER, told));
    app.store
        .change(|state| {
            if blocked {
                state.telecom_blocked.put(number.msisdn.clone(), true);
            } else {
                state.telecom_blocked.take(&number.msisdn);
            }
            state.messages.put(message.id.clone(), message);
        })
        .await;
    Ok(())
}
