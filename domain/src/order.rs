//! An order's states: `pending` → `completed` | `incomplete` | `error`.
//!
//! `pending` is unpaid, or paid and being delivered; `completed`: every line delivered; `incomplete`: expired unpaid or cancelled; `error`:
//! paid, and a line cannot be delivered (it is in the repair queue). Money that arrives after the expiry is never lost: it reopens the order.

use chrono::{DateTime, Utc};

use crate::delivery::DeliveryStatus;

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    OrderStatus {
        Pending = "pending",
        Completed = "completed",
        Incomplete = "incomplete",
        Error = "error",
    }
}

/// The facts of an order that the rules use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderState {
    pub status: OrderStatus,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OrderRefusal {
    #[error("the order is {status}")]
    WrongStatus { status: OrderStatus },
    #[error("the order is paid")]
    AlreadyPaid,
    #[error("the order lives until {expires_at}")]
    NotDue { expires_at: DateTime<Utc> },
    #[error("the order's time ran out at {expires_at}")]
    Expired { expires_at: DateTime<Utc> },
}

impl OrderStatus {
    /// Ends an order that is cancelled or was not paid in time; repeating it changes nothing.
    const fn end_unpaid(self) -> Result<OrderStatus, OrderRefusal> {
        match self {
            OrderStatus::Pending | OrderStatus::Incomplete => Ok(OrderStatus::Incomplete),
            OrderStatus::Completed | OrderStatus::Error => Err(OrderRefusal::WrongStatus { status: self }),
        }
    }
}

impl OrderState {
    /// Expires an unpaid order whose time has run out: everything it held is released.
    pub fn expire(&self, now: DateTime<Utc>) -> Result<OrderStatus, OrderRefusal> {
        if self.paid_at.is_some() {
            return Err(OrderRefusal::AlreadyPaid);
        }
        if self.status == OrderStatus::Pending && now < self.expires_at {
            return Err(OrderRefusal::NotDue { expires_at: self.expires_at });
        }
        self.status.end_unpaid()
    }

    /// Cancels an unpaid order for the customer.
    pub fn cancel(&self) -> Result<OrderStatus, OrderRefusal> {
        if self.paid_at.is_some() {
            return Err(OrderRefusal::AlreadyPaid);
        }
        self.status.end_unpaid()
    }

    /// Checks whether another payment code may be made for it (the first having ended).
    pub fn may_be_paid(&self, now: DateTime<Utc>) -> Result<(), OrderRefusal> {
        if self.paid_at.is_some() {
            return Err(OrderRefusal::AlreadyPaid);
        }
        if self.status != OrderStatus::Pending {
            return Err(OrderRefusal::WrongStatus { status: self.status });
        }
        if now >= self.expires_at {
            return Err(OrderRefusal::Expired { expires_at: self.expires_at });
        }
        Ok(())
    }
}

/// Returns the status that follows from money and deliveries, given the current one. `ended`: it expired or was cancelled.
///
/// A paid order is `completed` when all its lines are delivered, `error` when one is in repair or closed and none is still moving, else
/// `pending`. It stays `error` during a retry by staff, and nothing reverts `completed`.
pub fn derive(current: OrderStatus, paid: bool, ended: bool, deliveries: &[DeliveryStatus]) -> OrderStatus {
    if current == OrderStatus::Completed {
        return current;
    }
    if !paid {
        return if ended || current == OrderStatus::Incomplete { OrderStatus::Incomplete } else { OrderStatus::Pending };
    }
    let all_delivered = !deliveries.is_empty() && deliveries.iter().all(|status| *status == DeliveryStatus::Delivered);
    let moving = deliveries.iter().any(|status| status.is_moving());
    if all_delivered {
        OrderStatus::Completed
    } else if current == OrderStatus::Error || (!moving && !deliveries.is_empty()) {
        OrderStatus::Error
    } else {
        OrderStatus::Pending
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
