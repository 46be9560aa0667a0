import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileInputStream;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CompaniesApi;
import org.openapitools.client.api.ConnectionsApi;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.ConfigureWebhook;
import org.openapitools.client.model.CreateCompany;
import org.openapitools.client.model.CreateConnection;
import org.openapitools.client.model.CreateInvoice;

/**
 * The way of a user through the client that openapi-generator made for Java. Reads {"api", "key",
 * "receiver", "samples"} from the standard input, and prints one JSON value per line.
 */
public class Way {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    ObjectMapper mapper = client.getObjectMapper();
    JsonNode asked = new ObjectMapper().readTree(System.in);
    client.updateBaseUri(asked.get("api").asText());
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + asked.get("key").asText()));
    InvoicesApi invoices = new InvoicesApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);

    Map<String, String> hook = Map.of("url", asked.get("receiver").asText());
    webhooks.configureWebhook(mapper.convertValue(hook, ConfigureWebhook.class), null, null);
    Set<String> connected = new HashSet<>();
    int place = 0;
    for (JsonNode sample : asked.get("samples")) {
      String country = sample.get("country").asText();
      if (connected.add(country)) {
        JsonNode supplier = sample.get("supplier");
        Map<String, String> company =
            Map.of(
                "name", supplier.get("name").asText(),
                "vatNumber", supplier.get("vatNumber").asText(),
                "country", country);
        String companyId =
            new CompaniesApi(client)
                .createCompany(mapper.convertValue(company, CreateCompany.class), null, null)
                .getData()
                .getId();
        Map<String, String> connection = Map.of("companyId", companyId, "countryCode", country);
        new ConnectionsApi(client)
            .createConnection(mapper.convertValue(connection, CreateConnection.class), null, null);
      }
      CreateInvoice invoice = mapper.treeToValue(sample, CreateInvoice.class);
      String id =
          invoices
              .createInvoice(invoice, null, null, null, null, "java-" + place++, null)
              .getData()
              .getId();
      var shown = invoices.getInvoice(id).getData();
      byte[] begin = new byte[5];
      try (var pdf = new FileInputStream(invoices.getInvoicePdf(id, null))) {
        pdf.readNBytes(begin, 0, begin.length);
      }
      print(
          Map.of(
              "country", shown.getCountry(),
              "number", shown.getNumber(),
              "net", shown.getNetAmount(),
              "pdf", new String(begin, "US-ASCII")));
    }

    long until = System.nanoTime() + 30_000_000_000L;
    var deliveries = webhooks.listDeliveries(null, null, 5).getData();
    while (deliveries.isEmpty() && System.nanoTime() < until) {
      Thread.sleep(200);
      deliveries = webhooks.listDeliveries(null, null, 5).getData();
    }
    print(Map.of("delivered", deliveries.isEmpty() ? "" : deliveries.get(0).getType().toString()));
  }

  private static void print(Map<String, ?> found) throws Exception {
    System.out.println(new ObjectMapper().writeValueAsString(found));
  }
}
