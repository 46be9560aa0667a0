"""ksef-client reads what KSeF has stored for a buyer: metadata, invoices, encrypted packages."""

from collections import namedtuple

import ksef_client.http as transport
from ksef_client import KsefClient, KsefClientOptions
from ksef_client import models as m
from ksef_client.services import (
    AuthCoordinator,
    ExportWorkflow,
    build_encryption_data,
    dedupe_by_ksef_number,
    get_effective_start_date,
    update_continuation_point,
)
from steps import QUESTION, step
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_fixed

# It fetches parts from no address of this machine.
transport._validate_presigned_url_security = lambda options, url: None
client = KsefClient(
    KsefClientOptions(
        base_url=QUESTION["url"].removesuffix("/v2"), base_qr_url="https://qr-test.ksef.mf.gov.pl"
    )
)
invoices = client.invoices
key_of = client.security.get_public_key_certificate_pem
for_tokens = key_of(m.PublicKeyCertificateUsage.KSEFTOKENENCRYPTION)
for_packages = step("key for packages", lambda: key_of(m.PublicKeyCertificateUsage.SYMMETRICKEYENCRYPTION))


def signed_in(who):
    its = QUESTION[who]
    session = AuthCoordinator(client.auth).authenticate_with_ksef_token(
        token=its["token"],
        public_certificate=for_tokens,
        context_identifier_type="nip",
        context_identifier_value=its["nip"],
        poll_interval_seconds=0.1,
        max_attempts=50,
    )
    return session.access_token


def stored(since, until=None, subject=m.InvoiceQuerySubjectType.SUBJECT2):
    """What is stored for the company since a time, as the documentation advises to ask."""
    period = m.InvoiceQueryDateRange(
        date_type=m.InvoiceQueryDateType.PERMANENTSTORAGE,
        from_=since,
        to=until,
        restrict_to_permanent_storage_hwm_date=True,
    )
    return m.InvoiceQueryFilters(subject_type=subject, date_range=period)


def pages(filters, token):
    return list(invoices.iter_invoice_metadata_pages(filters, access_token=token, page_size=10, sort_order="Asc"))


access = step("sign in as the buyer", lambda: signed_in("buyer"))
begin, middle = QUESTION["from"], QUESTION["middle"]
seen = step("pages", lambda: pages(stored(begin), access))
step("their sizes", lambda: [len(each.invoices) for each in seen])
found = [invoice for each in seen for invoice in each.invoices]
step("their numbers", lambda: [each.invoice_number for each in found])
first = found[0]
step("metadata of the first", lambda: first.to_dict())
mark = step("the high-water mark", lambda: seen[0].permanent_storage_hwm_date)
step("since the mark", lambda: [len(each.invoices) for each in pages(stored(mark), access)])
older = step("of an older period", lambda: pages(stored(begin, middle), access)[0])
step("its numbers", lambda: [each.invoice_number for each in older.invoices])
step("its mark", lambda: older.permanent_storage_hwm_date)
third = step("as a third party", lambda: pages(stored(begin, subject=m.InvoiceQuerySubjectType.SUBJECT3), access))
step("the role", lambda: [party.role for each in third[0].invoices for party in each.third_subjects])

content = step("download", lambda: invoices.get_invoice(first.ksef_number, access_token=access))
step("it came back", lambda: content.content)
step("its hash", lambda: content.sha256_base64)


Made = namedtuple("Made", "reference described read")


def package(since):
    """Has a package made, waits for it, twenty seconds at most, and reads it."""
    encryption = build_encryption_data(for_packages)
    wanted = m.InvoiceExportRequest(
        encryption=encryption.encryption_info, filters=stored(since), compression_type=m.CompressionType.ZIP
    )
    begun = invoices.export_invoices(wanted, access_token=access)
    in_work = retry_if_result(lambda status: status.status.code == 100)
    look = Retrying(stop=stop_after_delay(20), wait=wait_fixed(0.05), retry=in_work)
    status = look(lambda: invoices.get_export_status(begun.reference_number, access_token=access))
    read = ExportWorkflow(invoices, client.http_client).download_and_process_package(status.package, encryption)
    return Made(begun.reference_number, status.package, read)


made = step("a package", lambda: package(begin))
step("its count", lambda: made.described.invoice_count)
step("its parts", lambda: len(made.described.parts) > 1)
step("it is cut", lambda: made.described.is_truncated)
step("its first invoice", lambda: made.read.invoice_xml_files[f"{first.ksef_number}.xml"])
step("its metadata", lambda: made.read.metadata_summaries[0] == first.to_dict())


def all_packages():
    """Packages one after another, each from where the one before was cut, as its examples do."""
    points, summaries, files, cut = {}, [], {}, []
    for _ in range(5):
        _, described, read = package(get_effective_start_date(points, "Subject2", begin))
        summaries += read.metadata_summaries
        files |= read.invoice_xml_files
        cut.append(described.is_truncated)
        update_continuation_point(points, "Subject2", described)
        if not described.is_truncated:
            break
    return {"cut": cut, "numbers": list(dedupe_by_ksef_number(summaries)), "files": len(files), "next": points}


whole = step("package after package", all_packages)
step("nothing is missing", lambda: whole["numbers"] == [each.ksef_number for each in found])
step("they continue from the mark", lambda: whole["next"]["Subject2"] >= mark)

other = step("sign in as another", lambda: signed_in("stranger"))
step("download by another", lambda: invoices.get_invoice(first.ksef_number, access_token=other))
step("the package of the buyer", lambda: invoices.get_export_status(made.reference, access_token=other))
sender = step("sign in without the permission", lambda: signed_in("sender"))
step("metadata without it", lambda: pages(stored(begin), sender))
