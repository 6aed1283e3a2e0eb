//! Changes to money that was paid: it is refunded to the payer, disputed, or paid out to the merchant.

use std::sync::Arc;

use chrono::{SubsecRound, Utc};
use serde_json::{Map, Value};

use super::{
    error::Error,
    events,
    model::{Charge, Dispute, DisputeStatus, Refund, Status, Transfer},
    render,
};
use crate::{app::Shared, ids, outbox};

/// The fee of a transfer, and VAT on it, satang.
const TRANSFER_FEE: (i64, i64) = (2_803, 197);

/// The event that a change makes: its key, and its object where that is not the charge.
type Told = Result<(&'static str, Option<Value>), Error>;

fn refused(why: &str) -> Error {
    Error::bad("failed_action", why)
}

/// Applies a change to the current charge, again if another change came first, and sends the event.
async fn happen(app: &Shared, id: &str, act: impl Fn(&mut Charge) -> Told) -> Result<Arc<Charge>, Error> {
    loop {
        let before = app.store.read(|state| state.charges.get(id).cloned()).ok_or_else(|| Error::not_found("charge", id))?;
        let mut after = (*before).clone();
        let (key, object) = act(&mut after)?;
        let after = Arc::new(after);
        let (event, deliveries) = events::with_object(app, &after, key, object);
        let done = app
            .store
            .change(|state| {
                if !state.charges.get(id).is_some_and(|now| Arc::ptr_eq(now, &before)) {
                    return false;
                }
                state.charges.put(id, after.clone());
                state.events.put(event.id.clone(), event);
                outbox::enqueue(state, &deliveries);
                true
            })
            .await;
        if done {
            outbox::schedule(app, deliveries);
            tracing::info!(charge = id, key, "the money of a charge moved");
            return Ok(after);
        }
    }
}

/// The parameters of a refund.
#[derive(Debug, Default)]
pub struct RefundRequest {
    /// Satang; None for all that is left.
    pub amount: Option<i64>,
    /// Cancels the charge in full before it was settled, without a fee.
    pub void: bool,
    pub metadata: Map<String, Value>,
    pub key: Option<String>,
}

/// Refunds a part, or all that is left. A known idempotency key returns the refund of that key.
pub async fn refund(app: &Shared, id: &str, request: RefundRequest) -> Result<(Arc<Charge>, Refund), Error> {
    let RefundRequest { amount, void, metadata, key } = request;
    let known = |charge: &Charge| key.as_ref().and_then(|_| charge.refunds.iter().find(|refund| refund.key == key).cloned());
    let refund_id = ids::with("rfnd_test_");
    let done = happen(app, id, |charge| {
        if known(charge).is_some() {
            return Err(refused("the refund was made before"));
        }
        let left = charge.left();
        let amount = amount.unwrap_or(left);
        if left == 0 {
            return Err(refused("the charge cannot be refunded"));
        }
        if void && (left != charge.amount || charge.transfer.is_some()) {
            return Err(refused("the charge cannot be voided any more"));
        }
        if !(1..=left).contains(&amount) || (void && amount != left) {
            return Err(Error::bad("invalid_amount", format!("amount must be from 1 to {left}")));
        }
        let refund = Refund {
            id: refund_id.clone(),
            amount,
            voided: void,
            metadata: metadata.clone(),
            key: key.clone(),
            created_at: Utc::now().trunc_subsecs(0),
        };
        charge.refunds.push(refund.clone());
        Ok(("refund.create", Some(render::refund(charge, &refund))))
    })
    .await;
    let charge = app.store.read(|state| state.charges.get(id).cloned());
    if let Some((charge, refund)) = charge.and_then(|charge| known(&charge).map(|refund| (charge, refund))) {
        return Ok((charge, refund));
    }
    let charge = done?;
    let refund = charge.refunds.iter().find(|refund| refund.id == refund_id).cloned();
    refund.map(|refund| (charge, refund)).ok_or_else(|| Error::not_found("refund", &refund_id))
}

/// Reverses the whole charge, as the provider may.
pub async fn reverse(app: &Shared, id: &str) -> Result<Arc<Charge>, Error> {
    happen(app, id, |charge| {
        if charge.left() != charge.amount {
            return Err(refused("the charge cannot be reversed"));
        }
        charge.status = Status::Reversed;
        charge.reversed_at = Some(Utc::now().trunc_subsecs(0));
        Ok(("charge.reverse", None))
    })
    .await
}

/// Opens a dispute: the payer's bank asks for the money, or for a part of it.
pub async fn open_dispute(app: &Shared, id: &str, amount: Option<i64>) -> Result<Arc<Charge>, Error> {
    happen(app, id, |charge| {
        let left = charge.left();
        let amount = amount.unwrap_or(left);
        if left == 0 || charge.dispute.is_some() {
            return Err(refused("the charge cannot be disputed"));
        }
        if !(1..=left).contains(&amount) {
            return Err(Error::bad("invalid_amount", format!("a dispute is about 1 to {left}")));
        }
        let created_at = Utc::now().trunc_subsecs(0);
        let dispute = Dispute { id: ids::with("dspt_test_"), amount, status: DisputeStatus::Open, created_at, closed_at: None };
        let object = render::dispute(charge, &dispute);
        charge.dispute = Some(dispute);
        Ok(("dispute.create", Some(object)))
    })
    .await
}

/// Moves the dispute on: to be reviewed, won or lost. A lost one may still be won on appeal.
pub async fn decide_dispute(app: &Shared, id: &str, status: DisputeStatus) -> Result<Arc<Charge>, Error> {
    happen(app, id, |charge| {
        let is_appealed = |dispute: &Dispute| dispute.status == DisputeStatus::Lost && status == DisputeStatus::Won;
        let open = charge.dispute.clone().filter(|dispute| dispute.closed_at.is_none() || is_appealed(dispute));
        let mut dispute = open.ok_or_else(|| refused("no dispute is open"))?;
        dispute.status = status;
        let closed = matches!(status, DisputeStatus::Won | DisputeStatus::Lost);
        dispute.closed_at = closed.then(|| Utc::now().trunc_subsecs(0));
        let object = render::dispute(charge, &dispute);
        charge.dispute = Some(dispute);
        Ok((if closed { "dispute.close" } else { "dispute.update" }, Some(object)))
    })
    .await
}

/// Pays out the merchant's whole balance, as the provider does on schedule, less the money returned since the last payout.
pub async fn pay_out(app: &Shared) -> Result<Transfer, Error> {
    let now = Utc::now().trunc_subsecs(0);
    let id = ids::with("trsf_test_");
    let (transfer, mut urls) = app
        .store
        .change(|state| {
            let due: Vec<Arc<Charge>> = state
                .charges
                .values()
                .filter(|charge| charge.status == Status::Successful && charge.transfer.is_none())
                .cloned()
                .collect();
            let paid_out: i64 = state.transfers.values().map(|transfer| transfer.amount).sum();
            let amount = state.charges.values().map(|charge| charge.balance()).sum::<i64>() - paid_out;
            let (fee, fee_vat) = TRANSFER_FEE;
            if amount <= fee + fee_vat {
                return Err(refused("the balance is too low for a transfer"));
            }
            let mut urls = Vec::new();
            for charge in &due {
                if let Some(charge) = state.charges.row(&charge.id) {
                    charge.transfer = Some(id.clone());
                }
                urls.extend(events::endpoints(app, charge));
            }
            let transfer = Transfer { id: id.clone(), amount, fee, fee_vat, created_at: now, paid_at: Some(now) };
            state.transfers.put(id.clone(), transfer.clone());
            Ok((transfer, urls))
        })
        .await?;
    urls.sort();
    urls.dedup();
    for key in ["transfer.create", "transfer.send", "transfer.pay"] {
        let (event, deliveries) = events::of_object(app, key, render::transfer(&transfer), urls.clone());
        app.store
            .change(|state| {
                state.events.put(event.id.clone(), event);
                outbox::enqueue(state, &deliveries);
            })
            .await;
        outbox::schedule(app, deliveries);
    }
    tracing::info!(transfer = id, amount = transfer.amount, "the balance was paid out");
    Ok(transfer)
}
