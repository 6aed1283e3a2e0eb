//! The page that a bank or wallet shows: pay, or refuse, and back to the shop.

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, State},
    response::{Html, IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    charges::{self, Outcome},
    error::Error,
    model::{Charge, Status},
};
use crate::{
    app::Shared,
    pages::{escape, page},
};

fn find(app: &Shared, payment: &str) -> Result<Arc<Charge>, Error> {
    app.store
        .read(|state| state.charges.values().find(|charge| charge.payment == payment).cloned())
        .ok_or_else(|| Error::not_found("payment", payment))
}

pub async fn show(State(app): State<Shared>, Path(payment): Path<String>) -> Result<Html<String>, Error> {
    let charge = find(&app, &payment)?;
    let (baht, satang) = (charge.amount / 100, charge.amount % 100);
    let buttons = if charge.status == Status::Pending {
        r#"<form method="post" class="row"><button name="answer" value="pay">ชำระเงิน · Pay</button><button class="quiet" name="answer" value="refuse">ยกเลิก · Cancel</button></form>"#
    } else {
        r#"<p class="bad">รายการนี้สิ้นสุดแล้ว · This payment has ended</p><form method="post"><button class="quiet" name="answer" value="back">กลับไปที่ร้าน · Back to the shop</button></form>"#
    };
    let body = format!(
        r#"<h1>ยืนยันการชำระเงิน</h1><div class="panel"><dl><dt>ร้านค้า · Payee</dt><dd>{}</dd><dt>ช่องทาง · Channel</dt><dd><code>{}</code></dd><dt>เลขที่ · Charge</dt><dd><code>{}</code></dd></dl><p class="big">{baht}.{satang:02} <small>THB</small></p>{buttons}</div>"#,
        super::http::MERCHANT,
        escape(&charge.source.kind),
        escape(&charge.id),
    );
    Ok(Html(page("ชำระเงิน", "th", &body)))
}

#[derive(Debug, Deserialize)]
pub struct Pressed {
    answer: String,
}

pub async fn answer(
    State(app): State<Shared>,
    Path(payment): Path<String>,
    Form(pressed): Form<Pressed>,
) -> Result<Response, Error> {
    let charge = find(&app, &payment)?;
    let outcome = match pressed.answer.as_str() {
        "pay" => Some(Outcome::Paid),
        "refuse" => Some(Outcome::Failed { code: "payment_cancelled", message: "payment cancelled" }),
        _ => None,
    };
    if let Some(outcome) = outcome {
        // A charge that has ended meanwhile stays as it is; the shop will read it.
        let _ = charges::settle(&app, &charge.id, outcome, false).await;
    }
    let back = charge.return_uri.clone().unwrap_or_else(|| format!("{}/", charge.base));
    Ok(Redirect::to(&back).into_response())
}
