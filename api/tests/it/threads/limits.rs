//! What is refused before anything is stored.

use serde_json::json;
use uuid::Uuid;

use super::{answer_to, in_shop, message, new, open, path, staff_path};

#[test]
fn each_wrong_field_is_refused_with_its_code() {
    in_shop(async |world| {
        let (mali, other) = (world.user("mali").await, world.user("other").await);
        let foreign = world.order(&other, "free-fire-68", 1, Some("884210019")).await["number"].clone();
        let pictures: Vec<Uuid> = std::iter::repeat_with(Uuid::new_v4).take(40).collect();
        for (field, value, code) in [
            ("text", json!("a".repeat(10_001)), "support_text_too_long"),
            ("text", json!("ก".repeat(2001)), "support_text_too_long"),
            ("text", json!(" \u{200B}\n"), "field_required"),
            ("subject", json!(""), "field_required"),
            ("subject", json!("ก".repeat(121)), "text_too_long"),
            ("pictures", json!(pictures), "support_pictures_too_many"),
            ("pictures", json!([pictures[0]]), "picture_not_found"),
            ("pictures", json!([pictures[0], pictures[0]]), "field_invalid"),
            ("orderNumber", foreign, "order_not_found"),
            ("orderNumber", json!("MN-0000-0000"), "order_not_found"),
            ("orderNumber", json!("<b>"), "order_not_found"),
            ("tournamentId", json!(i64::MAX), "tournament_not_found"),
            ("page", json!("//evil.example"), "field_invalid"),
            ("page", json!("https://evil.example/"), "field_invalid"),
        ] {
            let mut body = new("ผิด");
            body[field] = value;
            let refused = mali.post("/support/open-thread", body.clone()).await.refused(422, "fields_invalid");
            assert_eq!(refused["fields"], json!({field: code}), "{field}");
        }
        for wrong in [json!({"topic": "gossip"}), json!({"clientId": "x"}), json!({"pictures": "all"})] {
            let mut body = new("ผิด");
            for (name, value) in wrong.as_object().unwrap() {
                body[name] = value.clone();
            }
            assert!(mali.post("/support/open-thread", body).await.status.is_client_error());
        }
        let mut both = new("สองอย่าง");
        (both["orderNumber"], both["tournamentId"]) = (json!("MN-0000-0000"), json!(7001));
        assert_eq!(
            mali.post("/support/open-thread", both).await.refused(422, "fields_invalid")["fields"]["tournamentId"],
            "field_invalid"
        );
        assert_eq!(mali.get("/support/threads").await.ok()["total"], 0, "nothing was stored");

        let tournament: i64 = sqlx::query_scalar("select min(id) from esports.tournaments where published_at is not null")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
        let mut body = new("เรื่องทัวร์นาเมนต์");
        body["tournamentId"] = json!(tournament);
        assert_eq!(mali.post("/support/open-thread", body).await.ok()["tournament"]["id"], tournament);
    });
}

#[test]
fn a_member_has_so_many_threads_at_once_and_a_day() {
    in_shop(async |world| {
        let mali = world.user("mali").await;
        let threads = [open(&mali, "หนึ่ง").await, open(&mali, "สอง").await];
        let refused = mali.post("/support/open-thread", new("สาม")).await.refused(409, "support_threads_limit");
        assert_eq!(refused["params"]["limit"], 2);
        for thread in &threads {
            mali.post(&path(thread, "/close"), json!({"version": thread["version"]})).await.ok();
        }
        open(&mali, "สาม").await;
        let answer = mali.post("/support/open-thread", new("สี่")).await;
        assert!(answer.headers.contains_key("retry-after"));
        answer.refused(429, "too_many_requests");
    });
}

#[test]
fn a_member_writes_so_many_messages_an_hour_and_staff_as_they_need() {
    in_shop(async |world| {
        let (mali, staff) = (world.user("mali").await, world.operator("nok").await);
        let thread = open(&mali, "หลายข้อความ").await;
        for number in 1..=3 {
            mali.post(&path(&thread, "/send"), message(&format!("ข้อความ {number}"))).await.ok();
        }
        mali.post(&path(&thread, "/send"), message("อีก")).await.refused(429, "too_many_requests");
        let mut seen = staff.get(&staff_path(&thread, "")).await.ok();
        for _ in 0..5 {
            seen = staff.post(&staff_path(&thread, "/answer"), answer_to(&seen, "ค่ะ")).await.ok();
        }
        // A thread has an end, and its entries come in parts.
        sqlx::query(
            "with more as (insert into people.support_messages (thread_id, seq, kind, side, text, created_at)
                           select $1, n, 'text', 'staff', 'ค่ะ', now() from generate_series(10, 500) n returning seq)
             update people.support_threads set last_seq = 500 where id = $1",
        )
        .bind(thread["id"].as_i64())
        .execute(&world.app.db)
        .await
        .unwrap();
        let full = staff.post(&staff_path(&thread, "/answer"), answer_to(&seen, "ค่ะ")).await.refused(409, "support_thread_full");
        assert_eq!(full["params"]["limit"], 500);
        let newest = mali.get(&path(&thread, "")).await.ok();
        assert_eq!((&newest["items"][0]["seq"], &newest["more"]), (&json!(451), &json!(true)));
        let first = mali.get(&path(&thread, "?before=3")).await.ok();
        assert_eq!((first["items"].as_array().unwrap().len(), &first["more"]), (2, &json!(false)));
    });
}
