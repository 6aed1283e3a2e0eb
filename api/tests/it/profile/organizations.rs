//! Finding a school.

use serde_json::json;

use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_school_is_found_by_its_names_in_both_languages() {
    let world = World::new().await;
    let lime = world.user("lime").await;
    let types = lime.get("/organization/type/list/get?lang=th").await.ok();
    assert_eq!(types["items"], json!([{"type": "university", "name": "มหาวิทยาลัย"}, {"type": "school", "name": "โรงเรียน"}]));

    let find = async |query: &str| {
        let url = url::form_urlencoded::Serializer::new(String::from("/organization/list/get?"))
            .extend_pairs(query.split('&').filter_map(|pair| pair.split_once('=')))
            .finish();
        lime.get(&url).await.ok()["items"].as_array().unwrap().clone()
    };
    for (query, first) in [
        ("query=จุฬา&lang=th", "จุฬาลงกรณ์มหาวิทยาลัย"),
        ("query=CHULALONGKORN&lang=en", "Chulalongkorn University"),
        ("query=kmitl&lang=en", "King Mongkut's Institute of Technology Ladkrabang"),
        ("query=มจธ&lang=en", "King Mongkut's University of Technology Thonburi"),
        ("query=Chulalongkon&lang=en", "Chulalongkorn University"),
        ("query=สวนกุหลาบ นนทบุรี&lang=th", "โรงเรียนสวนกุหลาบวิทยาลัย นนทบุรี"),
        ("query=เตรียมอุดม&organizationType=school&lang=th", "โรงเรียนเตรียมอุดมศึกษา"),
        // Misspelled: a vowel's length and a letter of the same sound, a missing letter, the mark of silence.
        ("query=โรงเลียนเตรียมอูดม&lang=th", "โรงเรียนเตรียมอุดมศึกษา"),
        ("query=เตียมอุดม&lang=th", "โรงเรียนเตรียมอุดมศึกษา"),
        ("query=สวนกุลาบ&lang=th", "โรงเรียนสวนกุหลาบวิทยาลัย"),
        ("query=จุราลงกรน&lang=th", "จุฬาลงกรณ์มหาวิทยาลัย"),
        ("query=มหาวิทยาลัยเกษตรสาสตร&lang=th", "มหาวิทยาลัยเกษตรศาสตร์"),
    ] {
        let found = find(query).await;
        assert_eq!(found.first().map(|item| &item["name"]), Some(&json!(first)), "{query}");
    }
    assert!(find("query=เตรียมอุดม&organizationType=university").await.iter().all(|item| item["type"] == "university"));
    let page =
        async |page: u32| lime.get(&format!("/organization/list/get?organizationType=school&perPage=30&page={page}")).await.ok();
    let (first, second) = (page(1).await, page(2).await);
    assert_eq!(first["items"].as_array().map(Vec::len), Some(30), "a list to begin with");
    assert!(first["total"].as_u64() > Some(30) && first["total"] == second["total"], "{first}");
    assert!(!second["items"].as_array().unwrap().contains(&first["items"][0]), "the next ones");
    // Companies and associations hold tournaments, but have no students.
    assert!(find("query=สมาคมอีสปอร์ต").await.is_empty());
    lime.get("/organization/list/get?organizationType=organization").await.refused(422, "fields_invalid");
    // An exact match ranks before similar names.
    let rajabhat = find("query=ราชภัฏเชียงราย&lang=th").await;
    assert_eq!((&rajabhat[0]["name"], rajabhat.len() > 1), (&json!("มหาวิทยาลัยราชภัฏเชียงราย"), true), "{rajabhat:?}");
    assert!(!find("query=จุ").await.is_empty(), "two letters are looked for as they stand");
    for query in ["query=%", "query=_____", "query=zzzzqqqq", "query=\\", "query=ซื้อขายบ้านมือสอง", "query=ฟหกดเาสว", "query=ฬ฿"]
    {
        assert!(find(query).await.is_empty(), "{query}");
    }
    for kind in ["x", "%00", "University"] {
        let refused = lime.get(&format!("/organization/list/get?organizationType={kind}")).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({"organizationType": "field_invalid"}), "{kind}");
    }
    world.anon().get("/organization/list/get").await.refused(401, "session_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_sound_alike_are_folded_alike() {
    let world = World::new().await;
    let fold = async |name: &'static str| {
        sqlx::query_scalar::<_, String>("select kernel.search_fold($1)").bind(name).fetch_one(&world.app.db).await.unwrap()
    };
    for (one, other) in [
        ("น้ำผึ้ง", "นำผึง"),
        ("น\u{E4D}\u{E49}า", "น้ำ"),
        ("เเก้ว", "แก้ว"),
        ("ใหม่", "ไหม"),
        ("ศึกษา", "สึกสา"),
        ("ภูมิ", "พุมี"),
        ("การ์ด", "การด"),
        ("๒๕๖๙ ＲｏＶ", "2569 rov"),
        ("โรง\u{200B}เรียน", "โรงเรียน"),
    ] {
        assert_eq!(fold(one).await, fold(other).await, "{one} {other}");
    }
    assert_ne!(fold("กา").await, fold("ขา").await);
    assert_eq!(fold("").await, "");
    assert!(fold("โรงเรียนเตรียมอุดมศึกษา ฉบับที่ ๑").await.is_ascii());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_loaded_again_without_harm() {
    let world = World::new().await;
    let load = async || manao_people::organizations::list::load(&world.app.db).await.unwrap();
    assert_eq!(load().await, 0, "it stood already");
    sqlx::query("update people.organizations set name_en = 'Old name' where code = 'kasetsart-university'")
        .execute(&world.app.db)
        .await
        .unwrap();
    assert_eq!(load().await, 1, "a corrected name comes back");
}
