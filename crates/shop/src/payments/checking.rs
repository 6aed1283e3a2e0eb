//! Payments that may have been made without our knowledge: nobody pays twice while one is checked.

use super::settle::{Subject, settle};
use crate::providers::charges::Provider;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Asks the providers about attempts of an order whose outcome is open.
///
/// # Errors
/// 409 `payment_checking` while one cannot be told.
pub async fn ensure_none_open(app: &App, order_id: i64) -> Result<(), Problem> {
    let open = sqlx::query!(
        r#"select p.id, p.charge_id, p.provider as "provider: Provider", p.unsure from shop.payments p
           where p.order_id = $1
                 and (p.unsure or exists (select from shop.webhook_events w where w.subject = p.charge_id and w.processed_at is null
                                          and w.received_at < now() - interval '3 seconds'))
           order by p.id"#,
        order_id
    )
    .fetch_all(&app.db)
    .await?;
    for payment in open {
        let subject = match &payment.charge_id {
            Some(charge_id) if !payment.unsure => Subject::Charge(payment.provider, charge_id),
            _ => Subject::Payment(payment.id),
        };
        settle(app, subject).await.map_err(|problem| Problem::new(codes::payment_checking).because(problem))?;
    }
    Ok(())
}
