//! The things in the shop that people have rights over: cart items, orders and packages on numbers.

use manao_domain::order_number::OrderNumber;
use manao_kernel::access::rights::{Thing, role_beside};
use manao_kernel::problem::codes;

/// A line of a member's cart.
pub static CART_ITEM: Thing = Thing {
    name: "CartItem",
    not_found: codes::cart_item_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let id = name.parse::<i64>().ok();
            let owner = sqlx::query_scalar!("select user_id from shop.cart_items where id = $1", id).fetch_optional(conn).await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// An order, by its number as people type it.
pub static ORDER: Thing = Thing {
    name: "Order",
    not_found: codes::order_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let number = name.parse::<OrderNumber>().ok();
            let number = number.as_ref().map(OrderNumber::as_str);
            let owner =
                sqlx::query_scalar!("select user_id from shop.orders where number = $1", number).fetch_optional(conn).await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// An order, by the payment provider's id of a charge for it.
pub static ORDER_OF_CHARGE: Thing = Thing {
    name: "OrderOfCharge",
    not_found: codes::order_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let owner = sqlx::query_scalar!(
                "select o.user_id from shop.payments p join shop.orders o on o.id = p.order_id where p.charge_id = $1",
                name
            )
            .fetch_optional(conn)
            .await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};

/// A package on a number, by the line of the order that it was bought with.
pub static SUBSCRIPTION: Thing = Thing {
    name: "Subscription",
    not_found: codes::subscription_not_found,
    find_role: |_, conn, member, name| {
        Box::pin(async move {
            let line_id = name.parse::<i64>().ok();
            let owner = sqlx::query_scalar!("select user_id from shop.activations where order_line_id = $1", line_id)
                .fetch_optional(conn)
                .await?;
            Ok(owner.and_then(|owner| role_beside(member, owner)))
        })
    },
};
